// Statistics of many values in bounded memory: mean and variance, quantiles, robust deviation.
//
//     base::Histogram times;
//     for (const double microseconds : {12.1, 12.3, 12.2, 40.0}) {
//         times.add(microseconds);
//     }
//     const double median = times.quantile(0.5);
//     const base::Moments usual = times.within(20); // mean and variance without the last
//
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <proxima/format/moments.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace proxima::base {

/// Ratio of the standard deviation of a normal distribution to its median distance from the median.
constexpr double deviation_of_median_distance = 1.4826;

/// Count, mean and sum of squared distances; add() and merge() lose no digits (Welford, Chan).
using Moments = format::Moments;

/// A histogram whose buckets grow with the value: 256 for each power of two, and half as many
/// whenever more than most_buckets are in use. Each bucket has exact sums, so the mean and variance
/// of any group of buckets are exact.
class Histogram {
public:
    static constexpr std::size_t most_buckets = 64;

    struct Bucket {
        std::int64_t number = 0;
        Moments values;

        /// Half the width of a uniform distribution with the same variance.
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
    /// Standard deviation estimated from the median distance to the median; needs at least one
    /// value.
    double robust_deviation() const {
        return deviation_of_median_distance * median_distance(quantile(0.5));
    }
    /// The moments of the buckets whose mean is at most `high`.
    Moments within(double high) const;

private:
    std::int64_t number_of(double value) const;
    void find(std::int64_t number); ///< sets last_ to the bucket with that number; adds it if new
    void coarsen();

    std::vector<Bucket> buckets_;
    std::size_t last_ = 0;
    double least_ = std::numeric_limits<double>::infinity();
    double most_ = -std::numeric_limits<double>::infinity();
    int shift_ = 44; ///< bits of the mantissa that bucket numbers ignore
};

} // namespace proxima::base
