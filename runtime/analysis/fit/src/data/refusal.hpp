// Measurements that are too few for a model.
#pragma once

#include <proxima/gather/measurements.hpp>

#include <cstddef>
#include <set>
#include <string>

namespace proxima::fit {

std::set<double> distinct_values(const gather::Measurements& measurements, std::size_t parameter);

// Returns the reason why no model can be fitted, and what to measure; empty if one can be fitted.
std::string refusal_of(const gather::Measurements& measurements);

} // namespace proxima::fit
