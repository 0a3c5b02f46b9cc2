// Finds outliers: invocations that do not show the cost of the method.
#pragma once

#include <proxima/base/histogram.hpp>

#include <vector>

namespace proxima::gather {

// Returns the limit of each point above which values are outliers; infinite if it has none.
// Outliers lie more than ten deviations above the densest values of their point, with hardly any
// values just below them, and are rare or caused by preemption. `preempted` is true for values that
// preemption can delay; `resolution` is the smallest meaningful difference.
std::vector<double> outlier_limits(const std::vector<const base::Histogram*>& points,
                                   double resolution, bool preempted);

} // namespace proxima::gather
