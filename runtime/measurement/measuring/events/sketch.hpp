// Quantiles of any number of values in bounded memory.
#pragma once

#include <cstdint>
#include <map>

namespace proxima::measuring {

// Counts values in buckets: 64 to each power of two, so that the middle of a bucket is less than
// 1/128 = 0.8 % from any value in it. Quantiles then have that relative error, whatever the
// distribution. That is a DDSketch (Masson, Rim and Lee 2019) with the buckets of HdrHistogram.
// There are 64 for each power of two that occurs, of the 2046 that there are.
class QuantileSketch {
public:
    struct Bucket {
        std::uint64_t count = 0;
        std::uint64_t* live = nullptr; // where the count is kept as well
    };
    static constexpr std::int32_t keys_of_power = 64; // from a multiple of them on

    // Returns the bucket that the value has been counted in.
    Bucket& add(double value);
    static std::int32_t key_of(double value) noexcept;

    // The value whose rank is `level` (0 to 1) of the highest; 0 if there are none.
    double quantile(double level) const noexcept;

private:
    // Buckets of larger values have larger keys.
    std::map<std::int32_t, Bucket> buckets_;
    std::uint64_t count_ = 0;
};

} // namespace proxima::measuring
