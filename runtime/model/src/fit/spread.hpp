// How single invocations are distributed about the mean, in deviations.
#pragma once

#include "fit/certainty.hpp"
#include "fit/deviation.hpp"

#include <utility>
#include <vector>

namespace proxima::model {

/// The quantiles of (invocation - mean) / deviation, as Uncertainty has them, without what the
/// variance of the mean has of the misfit.
std::vector<std::pair<double, double>> residual_quantiles(const Measurements& measurements,
                                                          const Regression& mean,
                                                          const Spread& spread,
                                                          const Certainty& certainty);

} // namespace proxima::model
