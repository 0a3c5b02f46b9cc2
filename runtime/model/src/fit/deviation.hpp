// How far single invocations lie from the mean: the deviation as a function of the parameters.
#pragma once

#include "fit/families.hpp"

#include <functional>
#include <span>
#include <string>

namespace proxima::model {

struct Spread {
    std::string text;
    std::function<double(std::span<const double>)> value;
};

/// The standard deviation of one invocation: where points are repeated fitted to their deviations,
/// else in proportion to the mean. Nowhere among the points by far more or less than was measured,
/// nor outside more of the mean than among them.
Spread fit_spread(const Measurements& measurements, const Search& search, const Regression& mean);

} // namespace proxima::model
