// Outliers: invocations that do not show the cost of the method.
#pragma once

#include <proxima/base/histogram.hpp>

#include <vector>

namespace proxima::gather {

// The greatest value of each point that is no outlier; infinite if it has none. Outliers lie more
// than ten deviations above where the values of their point are densest, and hardly any values lie
// just below them. They are left out where they are rare, or where the scheduler took the processor
// away: only times can be `preempted`. `resolution` is the smallest difference that means something.
std::vector<double> outlier_limits(const std::vector<const base::Histogram*>& points,
                                   double resolution, bool preempted);

} // namespace proxima::gather
