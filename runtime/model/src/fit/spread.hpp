// How far single invocations lie from the mean: the deviation as a function of the parameters, and
// the shape of their distribution.
#pragma once

#include "fit/certainty.hpp"
#include "fit/families.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::model {

struct Spread {
    std::string text;
    std::function<double(std::span<const double>)> value;
};

/// The standard deviation of one invocation: where points are repeated fitted to their deviations,
/// else in proportion to the mean.
Spread fit_spread(const Measurements& measurements, const Search& search, const Regression& mean);

/// The quantiles of (invocation - mean) / deviation, as Uncertainty has them, without what the
/// variance of the mean has of the misfit.
std::vector<std::pair<double, double>> residual_quantiles(const Measurements& measurements,
                                                          const Regression& mean,
                                                          const Spread& spread,
                                                          const Certainty& certainty);

} // namespace proxima::model
