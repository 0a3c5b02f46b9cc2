// From measurements to models.
//
//     FitOptions options;
//     for (const auto& outcome : fit(measurements, options)) {
//         outcome.model ? use(*outcome.model) : say(outcome.refusal);
//     }
//
// README.md says how a model is chosen. Ownership: values. Thread-safety: different calls may run
// in different threads.
#pragma once

#include <proxima/model/measurements.hpp>
#include <proxima/model/model.hpp>

#include <optional>
#include <string>
#include <vector>

namespace proxima::model {

/// How good models are told from bad ones.
enum class FitCriterion {
    aicc,         ///< Akaike's, corrected for few measurements
    leave_one_out ///< what each point says of the others
};

/// Which shapes are tried.
enum class Families {
    all,
    terms ///< one term of Extra-P's for each parameter, and the constant
};

struct FitOptions {
    double level = 0.9; ///< of prediction intervals
    FitCriterion criterion = FitCriterion::aicc;
    Families families = Families::all;
    bool split = true; ///< by a discrete parameter, where that is better
};

/// How much of the variance between the points a parameter explains beyond what the others do.
struct Influence {
    std::string parameter;
    double explained = 0; ///< 0 to 1
    bool kept = false;    ///< the model uses it, or is split by it
};

/// The best of a family.
struct Contender {
    std::string family;
    std::string mean;
    std::vector<std::string> terms; ///< of the sum, without their coefficients: `1`, `n * log2(n)`
    double score = 0;               ///< of the criterion; less is better
    double explained = 0;
};

struct FitOutcome {
    std::vector<Condition> conditions; ///< which part of the measurements
    std::optional<Model> model;
    std::string refusal;               ///< without a model: why, and what to measure next
    std::vector<Influence> influences; ///< the strongest first
    std::vector<Contender> contenders; ///< the best first
    Measurements measurements;         ///< that it was fitted to
};

/// One outcome, or one for each value of the discrete parameter that splits the measurements.
std::vector<FitOutcome> fit(const Measurements& measurements, const FitOptions& options);

/// The exponents (i, j) of Extra-P's terms x^i log2(x)^j.
struct TermExponents {
    int numerator;
    int denominator;
    int logarithm;
};
const std::vector<TermExponents>& term_exponents();

} // namespace proxima::model
