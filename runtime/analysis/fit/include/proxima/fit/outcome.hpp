// The result of a fit: a model, or the reason for none.
//
//     void show(const FitOutcome& outcome) {
//         std::cout << (outcome.model ? outcome.terms.back() : outcome.refusal) << '\n';
//     }
//
// Units: those of the measurements; microseconds for times.
// Ownership: values.
// Thread safety: as for the standard containers.
#pragma once

#include <proxima/fit/model.hpp>
#include <proxima/gather/measurements.hpp>

#include <optional>
#include <string>
#include <vector>

namespace proxima::fit {

struct FitOptions {
    double level = 0.9; ///< probability of prediction intervals
    bool split = true;  ///< fit the values of a discrete parameter apart if that is better
};

struct FitOutcome {
    std::vector<Condition> conditions; ///< part of the measurements; empty: all
    std::optional<Model> model;
    std::vector<std::string> terms;   ///< terms without coefficients: `1`, `n * log2(n)`
    std::vector<double> coefficients; ///< one for each term
    /// Ranges of a parameter with formulas of their own, one for each term: `n < 1400`, the last
    /// one `above`. Empty: one formula.
    std::vector<std::string> regimes;
    std::string refusal;               ///< reason for no model, and what to measure next
    gather::Measurements measurements; ///< fitted measurements
};

} // namespace proxima::fit
