// Outliers: invocations that do not show the cost of the method.
#pragma once

#include <proxima/base/histogram.hpp>

#include <limits>
#include <vector>

namespace proxima::gather {

// The kept values of a point: those up to `high`, inclusive.
struct Kept {
    double high = std::numeric_limits<double>::infinity();

    bool contains(double value) const { return value <= high; }
};

// For each point. Far values lie more than ten deviations above where the values of their point
// are densest, and hardly any lie just below them. They are left out where they are rare, or where
// the scheduler took the processor away: only times can be `preempted`. `resolution` is the
// smallest difference that means something.
std::vector<Kept> kept_values(const std::vector<const base::Histogram*>& points, double resolution,
                              bool preempted);

} // namespace proxima::gather
