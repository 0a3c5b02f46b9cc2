// Measurements in the form that the regression needs.
#pragma once

#include "formulas/regression.hpp"

#include <proxima/gather/measurements.hpp>

namespace proxima::fit {

// What repeats at a point shares what the point has of its own (alignment, sets of a cache), so
// however often it is repeated, its mean counts as known to this share of it, not better.
constexpr double least_own_share = 0.005;

// The points that have invocations. Estimates their weights, and how the variance grows with
// the mean, from the repetitions.
Data data_of(const gather::Measurements& measurements, double own_share = least_own_share);

// The variation between points, as a share of the mean: how much further their means lie
// from the formula than repetitions explain, if clearly so; else least_own_share.
double own_share_of_points(const gather::Measurements& measurements, const Regression& formula);

// Leaves out the points with few invocations that lie more than ten robust deviations above the
// formula, if they are rare. `data` are of the points that have invocations. True if there were
// any.
bool leave_out_points(gather::Measurements& measurements, const Data& data,
                      const Regression& formula);

// All but one in `folds` of the points, chosen evenly; the numbers of those left out.
Data without_fold(const Data& data, std::size_t fold, std::size_t folds,
                  std::vector<std::size_t>& left_out);

// At most so many points, evenly chosen: a search that tries thousands of shapes need not see
// more.
Data thinned(const Data& data, std::size_t most);

} // namespace proxima::fit
