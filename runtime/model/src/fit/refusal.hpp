// What measurements do not support, and what to measure next.
#pragma once

#include <proxima/model/measurements.hpp>

#include <cstddef>
#include <string>

namespace proxima::model {

/// Distinct values that a parameter must have to have a model, as Extra-P wants them, too.
constexpr std::size_t fewest_values = 5;

/// Empty if there may be a model.
std::string refusal_of(const Measurements& measurements);

/// For measurements that have passed refusal_of() but that no shape fits.
std::string nothing_fits(const Measurements& measurements);

} // namespace proxima::model
