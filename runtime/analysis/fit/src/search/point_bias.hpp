// Errors of single points that their repetitions do not show, seen from a formula for all points.
#pragma once

#include "formulas/regression.hpp"

#include <proxima/gather/measurements.hpp>

namespace proxima::fit {

// Relative standard deviation of the points' means from the formula beyond what repetitions
// explain, if significant; else constants::least_point_bias.
double point_bias(const gather::Measurements& measurements, const Regression& formula);

// Leaves out points with few invocations that lie far above the formula, if they are rare. Returns
// whether there were any. `formula` was fitted to `data`, the data of these measurements.
bool exclude_outlying_points(gather::Measurements& measurements, const Data& data,
                             const Regression& formula);

} // namespace proxima::fit
