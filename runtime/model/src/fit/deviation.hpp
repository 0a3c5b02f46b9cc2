// How far single invocations lie from the mean: the deviation as a function of the parameters.
#pragma once

#include "fit/search.hpp"

#include <proxima/model/measurements.hpp>

#include <functional>
#include <span>
#include <string>

namespace proxima::model {

struct Spread {
    std::string text;
    std::function<double(std::span<const double>)> value;
};

/// The standard deviation of one invocation: a share of the mean, unless the deviations at the
/// points show that a constant or a sum of terms comes nearer.
Spread fit_spread(const Measurements& measurements, const Search& search, const Regression& mean);

} // namespace proxima::model
