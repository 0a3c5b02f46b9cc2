// One metric of one node over time: what was used between two moments, with an interval.
// Thread-safety: as plain values.
#pragma once

#include <proxima/node/metrics.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace proxima::node {

/// With a 95 % interval.
struct IntervalEstimate {
    double value = 0, low = 0, high = 0;
};

/// Interpolates a counter between samples. The error of that is measured where samples are dense,
/// over gaps of all sizes, so the interval widens with the gap that a loss leaves. It never exceeds
/// the values of the samples around it, and it includes the error of the clock.
class Series {
public:
    explicit Series(MetricKind kind = MetricKind::counter, double scale = 1)
        : kind_(kind), scale_(scale) {}

    /// In the order of time. A counter continues after it wraps; after a reset, the time since the
    /// last sample is unknown.
    void add(double seconds, double clock_bound, std::uint64_t value);

    /// Call it after the last add().
    void finish();

    bool empty() const { return points_.empty(); }
    double first() const { return points_.front().seconds; }
    double last() const { return points_.back().seconds; }
    std::size_t resets() const { return resets_; }
    std::size_t wraps() const { return wraps_; }

    /// Of a counter: what it counted. Nothing if samples do not cover the time.
    std::optional<IntervalEstimate> amount(double from, double to) const;
    /// Of a level: at a moment.
    std::optional<IntervalEstimate> level(double at) const;
    /// Everything that a counter counted.
    double total() const;

private:
    struct Point {
        double seconds;
        double clock_bound;
        double value; ///< scaled; of a counter since the first point
        bool is_new;  ///< not connected to the point before
    };
    /// A moment between two points, or at one of them.
    struct Moment {
        std::size_t before = 0, after = 0;
        double share = 0; ///< of the way
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

    /// Mean square error of interpolation in the middle of 2, 4, 8 ... intervals.
    std::vector<double> scatter_;
    double typical_interval_ = 0;
};

/// How far a counter has come; nothing if it was reset.
std::optional<std::uint64_t> advance(std::uint64_t before, std::uint64_t now);

} // namespace proxima::node
