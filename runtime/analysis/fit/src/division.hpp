// The division of measurements by a discrete parameter.
#pragma once

#include <proxima/gather/measurements.hpp>

#include <cstddef>
#include <optional>

namespace proxima::fit {

// Returns the discrete parameter whose values have models that differ and are clearly better than
// one model of all.
std::optional<std::size_t> best_division(const gather::Measurements& all);

} // namespace proxima::fit
