// The distribution of single invocations about the mean: standard deviation and quantiles.
#pragma once

#include "search/search.hpp"

#include <proxima/gather/measurements.hpp>

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace proxima::fit {

// The standard deviation of one invocation as a function of the parameters.
struct Spread {
    std::string text;
    std::function<double(std::span<const double>)> value;
};

// Fits a power of the mean to the repetitions; a share of the mean if they are few.
Spread fit_spread(const gather::Measurements& measurements, const SearchSpace& search,
                  const Regression& mean);

// Returns quantiles of (invocation - mean) / deviation for Uncertainty::residuals.
std::vector<std::pair<double, double>> residual_quantiles(const gather::Measurements& measurements,
                                                          const Regression& mean,
                                                          const Spread& spread);

} // namespace proxima::fit
