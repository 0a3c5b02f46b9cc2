// Mean and variance of the values at a point, by several statistics; outliers.
#pragma once

#include <proxima/base/histogram.hpp>
#include <proxima/gather/measurements.hpp>

#include <vector>

namespace proxima::gather {

// Spread of the values about the medians of their points: the robust deviation of log(value /
// median), pooled over the points.
double pooled_spread(const std::vector<const base::Histogram*>& points);

// Returns the limit of each point above which values are outliers; infinite if it has none.
// Outliers lie more than ten spreads above the median of their point, with hardly any values just
// below them, and are 5 % of all values at most. Points need three values.
// `resolution` is the smallest meaningful difference.
std::vector<double> outlier_limits(const std::vector<const base::Histogram*>& points, double pooled,
                                   double resolution);

// Sums up the values of a point, without its parameters. Values above `limit` are outliers;
// `spread` is the pooled one.
Point point_of_values(const base::Histogram& values, double limit, double spread,
                      Statistic statistic);

} // namespace proxima::gather
