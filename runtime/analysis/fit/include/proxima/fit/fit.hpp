// From measurements to models.
//
//     void show(const gather::Measurements& measurements) {
//         for (const auto& outcome : fit(measurements, FitOptions{})) {
//             std::cout << (outcome.model ? outcome.terms.back() : outcome.refusal) << '\n';
//         }
//     }
//
// docs/fitting.md describes how a model is chosen. Ownership: values. Thread-safety: different
// calls may run in different threads.
#pragma once

#include <proxima/fit/model.hpp>
#include <proxima/gather/measurements.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace proxima::fit {

struct FitOptions {
    double level = 0.9; ///< of prediction intervals
    bool split = true;  ///< by a discrete parameter, where that is better
};

struct FitOutcome {
    std::vector<Condition> conditions; ///< which part of the measurements
    std::optional<Model> model;
    std::vector<std::string> terms;    ///< of its sum, without coefficients: `1`, `n * log2(n)`
    std::vector<double> coefficients;  ///< of these
    std::string refusal;               ///< without a model: why, and what to measure next
    gather::Measurements measurements; ///< that it was fitted to
};

/// One outcome, or one for each value of the discrete parameter that splits the measurements.
std::vector<FitOutcome> fit(const gather::Measurements& measurements, const FitOptions& options);

/// The outcomes of all; before each of them `progress` hears its number and how many there are.
std::vector<FitOutcome> fit(const std::vector<gather::Measurements>& all, const FitOptions& options,
                            const std::function<void(std::size_t, std::size_t)>& progress);

std::vector<Model> models_of(const std::vector<FitOutcome>& outcomes);

/// The exponents (i, j) of Extra-P's terms x^i log2(x)^j.
struct TermExponents {
    int numerator = 0;
    int denominator = 1;
    int logarithm = 0;

    bool operator==(const TermExponents&) const = default;
};
const std::vector<TermExponents>& term_exponents();

} // namespace proxima::fit
