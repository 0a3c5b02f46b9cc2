// How single invocations lie about the mean: their deviation, and its quantiles.
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

// A power of the mean, as the repetitions show it; a share of the mean where they are few.
Spread fit_spread(const gather::Measurements& measurements, const SearchSpace& search,
                  const Regression& mean);

// The quantiles of (invocation - mean) / deviation, as Uncertainty has them.
std::vector<std::pair<double, double>> residual_quantiles(const gather::Measurements& measurements,
                                                          const Regression& mean,
                                                          const Spread& spread);

} // namespace proxima::fit
