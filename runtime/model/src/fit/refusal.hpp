// What measurements do not support, and what to measure next.
#pragma once

#include <proxima/model/measurements.hpp>

#include <cstddef>
#include <string>

namespace proxima::model {

/// A term and a constant, and points that can contradict them.
constexpr std::size_t fewest_points = 4;

/// Empty if there may be a model.
std::string refusal_of(const Measurements& measurements);

/// For measurements that have passed refusal_of() but that no shape fits.
std::string nothing_fits(const Measurements& measurements);

} // namespace proxima::model
