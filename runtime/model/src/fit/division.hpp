// Whether a parameter splits the measurements into parts with models of their own.
#pragma once

#include "fit/search.hpp"

#include <proxima/model/measurements.hpp>

#include <optional>

namespace proxima::model {

struct Division {
    Measurements measurements; ///< in which the parameter is discrete
    std::size_t parameter = 0; ///< of the discrete ones
    double gain = 0;           ///< in Akaike's criterion
    double explained = 0;      ///< of the variance, by telling the parts apart
};

/// By names, truth values, or numbers with two to four values: where models of the parts are
/// clearly better than one of all, and say something else.
std::optional<Division> best_division(const Measurements& all);

} // namespace proxima::model
