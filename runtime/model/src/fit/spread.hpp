// How single invocations are distributed about the mean, in deviations.
#pragma once

#include "fit/deviation.hpp"

#include <utility>
#include <vector>

namespace proxima::model {

/// The quantiles of (invocation - mean) / deviation, as Uncertainty has them.
std::vector<std::pair<double, double>>
residual_quantiles(const Measurements& measurements, const Regression& mean, const Spread& spread);

} // namespace proxima::model
