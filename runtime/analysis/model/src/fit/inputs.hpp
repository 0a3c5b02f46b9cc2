// Which parameters a formula may use.
#pragma once

#include "fit/candidates.hpp"

#include <proxima/model/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::model {

/// Sizes: with two values or more, none below 0, and none that follows from the others.
Search search_in(const Data& data, const Measurements& measurements);

/// A sentence for each parameter that follows from others: `m follows from n: ...`.
std::vector<std::string> dependences(const Data& data, const Measurements& measurements);

} // namespace proxima::model
