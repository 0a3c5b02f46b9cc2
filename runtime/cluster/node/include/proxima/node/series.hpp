// Answers how much of one metric one node used between two moments, with an interval.
//
//     node::Series series(node::MetricKind::counter);
//     series.add(0, 0, 100); // seconds, bound of the clock, value
//     series.add(1, 0, 150);
//     series.finish();
//     std::printf("%g\n", series.amount(0, 1)->value); // 50
//
// Units: seconds; values are scaled.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <proxima/node/metrics.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace proxima::node {

/// Value with its 95 % interval.
struct IntervalEstimate {
    double value = 0, low = 0, high = 0;
};

/// Interpolates a counter or level between samples. Where samples are dense, the series measures
/// the error of interpolation over gaps of all sizes; so the interval widens with the gap that a
/// loss leaves. It stays within the values of the samples around it, and includes the error of the
/// clock.
class Series {
public:
    explicit Series(MetricKind kind = MetricKind::counter, double scale = 1)
        : kind_(kind), scale_(scale) {}

    /// Adds a sample; call it in the order of time. A counter continues after it wraps; after a
    /// reset, the amount since the last sample is unknown.
    void add(double seconds, double clock_bound, std::uint64_t value);

    /// Prepares for questions; call it after the last add().
    void finish();

    bool empty() const { return points_.empty(); }
    double first() const { return points_.front().seconds; }
    double last() const { return points_.back().seconds; }
    std::size_t resets() const { return resets_; }
    std::size_t wraps() const { return wraps_; }

    /// Returns the amount that a counter counted, or nothing if samples do not cover the time.
    std::optional<IntervalEstimate> amount(double from, double to) const;
    /// Returns a level at a moment, or nothing if samples do not cover it.
    std::optional<IntervalEstimate> level(double at) const;
    /// Returns everything that a counter counted.
    double total() const;

private:
    struct Point {
        double seconds;
        double clock_bound;
        double value; ///< scaled; counters count from the first point
        bool is_new;  ///< not connected to the previous point
    };
    /// Position between two points, or at one of them.
    struct Moment {
        std::size_t before = 0, after = 0;
        double share = 0; ///< part of the way from `before` to `after`
        double value = 0;
        double slope = 0;
    };

    std::optional<Moment> moment(double seconds) const;
    bool is_one_piece(std::size_t from, std::size_t to) const;
    double gap(const Moment& moment) const;
    double variance(double gap_seconds, double share) const;
    void measure_scatter();

    MetricKind kind_;
    double scale_;
    std::vector<Point> points_;
    std::uint64_t last_raw_ = 0;
    std::size_t resets_ = 0, wraps_ = 0;

    /// Mean square errors of interpolation in the middle of 2, 4, 8 ... intervals.
    std::vector<double> scatter_;
    double typical_interval_ = 0;
};

/// Returns how far a counter has advanced, or nothing if it was reset.
std::optional<std::uint64_t> advance(std::uint64_t before, std::uint64_t now);

} // namespace proxima::node
