// Fits models to measurements; docs/fitting.md describes how a formula is chosen.
//
//     void show(const gather::Measurements& measurements) {
//         for (const auto& outcome : fit(measurements, FitOptions{})) {
//             std::cout << (outcome.model ? outcome.terms.back() : outcome.refusal) << '\n';
//         }
//     }
//
// Units: those of the measurements; microseconds for times.
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: measurements that carry no model have a refusal in their outcome.
#pragma once

#include <proxima/compare/interactions.hpp>
#include <proxima/fit/outcome.hpp>
#include <proxima/gather/measurements.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace proxima::fit {

/// Returns one outcome, or one for each value of the discrete parameter that splits the
/// measurements.
std::vector<FitOutcome> fit(const gather::Measurements& measurements, const FitOptions& options);

/// Returns the outcomes of all measurements. Calls `progress` with the number of each before it is
/// fitted, and with their count.
std::vector<FitOutcome> fit(const std::vector<gather::Measurements>& all, const FitOptions& options,
                            const std::function<void(std::size_t, std::size_t)>& progress);

/// Returns the models of those outcomes that have one.
std::vector<Model> models_of(const std::vector<FitOutcome>& outcomes);

/// Returns the effects of classes that models have as conditions, and those on methods without
/// models: not those that the inputs of the calls explain.
std::vector<compare::ClassEffect> modelled(std::vector<compare::ClassEffect> effects,
                                           const std::vector<FitOutcome>& models);

} // namespace proxima::fit
