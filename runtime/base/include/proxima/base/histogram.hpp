// A histogram of the values of one metric at one point, in bounded memory.
#pragma once

#include <proxima/format/moments.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace proxima::base {

/// What the median distance from the middle is multiplied by, so that it is the standard deviation
/// of values that are distributed normally.
constexpr double deviation_of_median_distance = 1.4826;

using Moments = format::Moments;

/// A histogram whose buckets are as wide as the value is large: 256 to each power of two, and half
/// as many whenever more than most_buckets are in use. Each bucket has exact sums, so that the mean
/// and variance of any of them together are exact.
class Histogram {
public:
    static constexpr std::size_t most_buckets = 64;

    struct Bucket {
        std::int64_t number = 0;
        Moments values;

        /// Half the width of an even distribution with the same variance.
        double reach() const;
    };

    void add(double value) {
        const auto number = number_of(value);
        if (last_ >= buckets_.size() || buckets_[last_].number != number) {
            find(number);
        }
        buckets_[last_].values.add(value);
        least_ = value < least_ ? value : least_;
        most_ = value > most_ ? value : most_;
        if (buckets_.size() > most_buckets) {
            coarsen();
        }
    }
    void merge(const Histogram& more);

    std::uint64_t count() const;
    double least() const { return least_; }
    double most() const { return most_; }
    std::span<const Bucket> buckets() const { return buckets_; } ///< ascending

    /// The value below which a share of `probability` lies; needs at least one value.
    double quantile(double probability) const;
    /// The median distance from `centre`.
    double median_distance(double centre) const;
    /// From the median distance from the median; needs at least one value.
    double robust_deviation() const {
        return deviation_of_median_distance * median_distance(quantile(0.5));
    }
    /// The sums of the buckets whose mean is not above `high`.
    Moments within(double high) const;

private:
    std::int64_t number_of(double value) const;
    void find(std::int64_t number); ///< last_ is the bucket with that number, made if need be
    void coarsen();

    std::vector<Bucket> buckets_;
    std::size_t last_ = 0;
    double least_ = std::numeric_limits<double>::infinity();
    double most_ = -std::numeric_limits<double>::infinity();
    int shift_ = 44; ///< bits of the mantissa that are passed over
};

} // namespace proxima::base
