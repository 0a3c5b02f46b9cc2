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
    void add(double value);

    // The value whose rank is `level` (0 to 1) of the highest; 0 if there are none.
    double quantile(double level) const noexcept;

private:
    // Buckets of larger values have larger keys.
    std::map<std::int32_t, std::uint64_t> buckets_;
    std::uint64_t count_ = 0;
};

} // namespace proxima::measuring
