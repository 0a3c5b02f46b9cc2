// Errors of single points that their repetitions do not show, seen from a formula for all points.
#pragma once

#include "formulas/regression.hpp"

#include <proxima/gather/measurements.hpp>

#include <vector>

namespace proxima::fit {

// Relative standard deviation of the points' means from the formula beyond what repetitions
// explain, if significant; else constants::least_point_bias.
double point_bias(const gather::Measurements& measurements, const Regression& formula);

// Standard deviation by the median distance, which single points do not move.
double robust_deviation(std::vector<double> distances);

} // namespace proxima::fit
