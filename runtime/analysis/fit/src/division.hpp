// Whether a parameter splits the measurements into parts with models of their own.
#pragma once

#include <proxima/gather/measurements.hpp>

#include <cstddef>
#include <optional>

namespace proxima::fit {

// The discrete parameter whose values have models that are clearly better than one of all, and
// differ.
std::optional<std::size_t> best_division(const gather::Measurements& all);

} // namespace proxima::fit
