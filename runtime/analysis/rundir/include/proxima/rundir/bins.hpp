// Statistics of durations, for all invocations or by the size of the first parameter.
//
//     rundir::Durations durations;
//     durations.add(1200);
//     durations.add(1300);
//     const double mean = durations.mean_ns(); // 1250
//
// Units: nanoseconds.
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <proxima/rundir/records.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace proxima::rundir {

/// Count, sum, extremes and deviation of durations. Sums distances from the first duration, so that
/// squares stay exact even if the deviation is small against the mean.
class Durations {
public:
    /// Sums from a file.
    struct Sums {
        std::uint64_t calls = 0;
        double total_ns = 0;
        double min_ns = 0;
        double max_ns = 0;
        double squares_ns2 = 0; ///< sum of squared distances from the mean
    };

    Durations() = default;
    explicit Durations(const Sums& sums);

    void add(double duration_ns) {
        if (calls_++ == 0) {
            first_ = min_ = max_ = duration_ns;
        }
        const double distance = duration_ns - first_;
        distance_ += distance;
        squares_ += distance * distance;
        min_ = duration_ns < min_ ? duration_ns : min_;
        max_ = duration_ns > max_ ? duration_ns : max_;
    }
    void merge(const Durations& more);

    std::uint64_t calls() const { return calls_; }
    double total_ns() const { return first_ * static_cast<double>(calls_) + distance_; }
    double min_ns() const { return min_; }
    double max_ns() const { return max_; }
    double mean_ns() const;      ///< 0 without durations
    double deviation_ns() const; ///< standard deviation of the population; 0 without durations
    double sum_of_squares_ns2() const;

private:
    double squares_from_mean() const;

    std::uint64_t calls_ = 0;
    double first_ = 0;
    double distance_ = 0; ///< sum of distances from the first
    double squares_ = 0;  ///< sum of squares of these distances
    double min_ = 0;
    double max_ = 0;
};

/// Statistics of all invocations of a call path, recorded or not, whose first parameter lies in one
/// bin.
struct BinStatistics {
    std::size_t call_path = 0;
    int bin = 0;
    Durations durations; ///< inclusive
    double communication_ns = 0;
    std::uint64_t untimed = 0; ///< of these calls, whose durations are estimated

    double variance_ns2() const; ///< of the sum of durations, from the estimate
};

/// The bin of an invocation of `method`; 0 if the method has no parameter.
int bin_of(const RecordedMethod& method, const Record& record);

/// Text for people: `16..31`, `0.5..1`, `true`, `other`. `parameter` is the first parameter, or
/// null.
std::string bin_text(const RecordedParameter* parameter, int bin);

/// The least and the greatest value of a bin of numbers.
struct BinRange {
    double low = 0;
    double high = 0;
};

/// The limits of a bin of numbers; empty for truth values, enumerations and `other`. For real
/// numbers `high` is the least value above the bin, or infinite.
std::optional<BinRange> bin_range(ParameterType type, int bin);

} // namespace proxima::rundir
