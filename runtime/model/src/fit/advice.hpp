// What people must know of measurements and models beside the numbers, and what to measure next.
#pragma once

#include "fit/candidates.hpp"

#include <proxima/model/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::model {

/// Distinct combinations of parameters that a model needs.
constexpr std::size_t fewest_points = 4;

/// Why the measurements carry no model; empty if they may.
std::string refusal_of(const Measurements& measurements);

/// What was left out, and inputs of `formula` that have too few values to tell its powers apart.
std::vector<std::string> notes_on(const Measurements& measurements, const Search& search,
                                  const Regression& formula);

/// When not to rely on the model: `error` is how far it misses points that were left out,
/// relative. `data` are what `formula` was fitted to.
std::vector<std::string> warnings_on(const Measurements& measurements, const Data& data,
                                     const Regression& formula, double error);

} // namespace proxima::model
