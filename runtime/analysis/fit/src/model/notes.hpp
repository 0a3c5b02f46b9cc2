// Notes and warnings about measurements and models, and advice on what to measure next.
#pragma once

#include "search/candidates.hpp"

#include <proxima/gather/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::fit {

// Distinct combinations of parameters that a model needs.
constexpr std::size_t fewest_points = 4;

// Why the measurements carry no model; empty if they may.
std::string refusal_of(const gather::Measurements& measurements);

// Outliers, inputs of `formula` with too few values to tell its powers apart, and few noisy calls;
// `error` is cross-validated.
std::vector<std::string> notes_on(const gather::Measurements& measurements,
                                  const SearchSpace& search, const Regression& formula,
                                  double error);

// Warnings of an unreliable model: `error` is its cross-validated error,
// relative. `data` are what `formula` was fitted to.
std::vector<std::string> warnings_on(const gather::Measurements& measurements, const Data& data,
                                     const Regression& formula, double error);

} // namespace proxima::fit
