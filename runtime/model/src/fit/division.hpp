// Whether a discrete parameter splits the measurements, and which of its values are alike.
#pragma once

#include "fit/families.hpp"

#include <proxima/model/measurements.hpp>

#include <limits>
#include <optional>

namespace proxima::model {

/// For models of `data`, which is of `measurements`: the parameters with enough values.
Search search_in(const Data& data, const Measurements& measurements, FitCriterion criterion);

struct Division {
    std::size_t parameter = 0;
    double gain = -std::numeric_limits<double>::infinity(); ///< in the criterion
    double explained = 0; ///< of the variance, by telling the parts apart
};

/// The discrete parameter by which models of the parts are clearly better, and best, if there is
/// one.
std::optional<Division> best_division(const Measurements& all, const FitOptions& options);

/// Values of the discrete parameter `parameter` that need no models of their own become one: `1, 2,
/// 3`.
Measurements in_classes(const Measurements& all, std::size_t parameter, const FitOptions& options);

} // namespace proxima::model
