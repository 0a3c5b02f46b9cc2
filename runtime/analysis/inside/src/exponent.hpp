// The exponent with which a part of a method grows, by the counts of its samples.
#pragma once

#include <proxima/gather/measurements.hpp>

#include <string>

namespace proxima::inside {

// `by its samples n^0.96..1.12 (95 %): n or n log n`, with the plain laws that they do not exclude.
// Empty unless the points differ in one parameter with three positive values or more.
std::string exponent_text(const gather::Measurements& measured);

} // namespace proxima::inside
