// Which parameters a formula may use.
#pragma once

#include "search/candidates.hpp"

#include <proxima/gather/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::fit {

// Sizes: with two values or more, none below 0, and none that follows from the others.
SearchSpace search_in(const Data& data, const gather::Measurements& measurements);

// A sentence for each parameter that follows from others: `m follows from n: ...`.
std::vector<std::string> dependences(const Data& data, const gather::Measurements& measurements);

} // namespace proxima::fit
