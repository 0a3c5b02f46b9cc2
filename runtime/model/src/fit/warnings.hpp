// When a fitted model is not to be relied on.
#pragma once

#include "fit/regression.hpp"

#include <proxima/model/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::model {

/// One sentence each: what is wrong, and what to measure next. `data` are what `chosen` was fitted
/// to, and `error` is how far it misses points that were left out, relative.
std::vector<std::string> warnings_on(const Measurements& measurements, const Data& data,
                                     const Regression& chosen, double error);

} // namespace proxima::model
