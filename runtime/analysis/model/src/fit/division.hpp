// Whether a parameter splits the measurements into parts with models of their own.
#pragma once

#include <proxima/model/measurements.hpp>

#include <cstddef>
#include <optional>

namespace proxima::model {

/// The discrete parameter whose values have models that are clearly better than one of all, and
/// differ.
std::optional<std::size_t> best_division(const Measurements& all);

} // namespace proxima::model
