#include "division.hpp"
#include "exponential.hpp"
#include "model/make_model.hpp"

#include <proxima/fit/fit.hpp>

#include <limits>
#include <set>
#include <utility>

namespace proxima::fit {
namespace {

std::set<std::string> inputs_of(const FoundFormula& formula) {
    std::set<std::string> names;
    for (const auto parameter : parameters_of(formula.found.best().terms)) {
        names.insert(formula.measurements.parameters[parameter]);
    }
    return names;
}

// Fits one model, ignoring discrete parameters. Once the formula shows which parameters matter,
// merges points that differ only in the others and searches again: a run at one size with 36
// strikes is one measurement of that size, not 36. Errors and intervals are those of all points.
FitOutcome fit_powers(const gather::Measurements& measurements, const FitOptions& options) {
    auto formula = find_formula(without_discrete(measurements));
    const auto measured = formula.measurements;
    if (formula.refusal.empty() && !parameters_of(formula.found.best().terms).empty()) {
        const auto fewer = with_parameters(measured, inputs_of(formula));
        if (fewer.points.size() < measured.points.size()) {
            auto of_fewer = find_formula(fewer);
            if (of_fewer.refusal.empty()) {
                formula = std::move(of_fewer);
            }
        }
    }
    return make_outcome(formula, measured, options.level);
}

// Cross-validated error of a model; infinite without one.
double error_of(const FitOutcome& outcome) {
    return outcome.model && outcome.model->fit ? outcome.model->fit->relative_error
                                               : std::numeric_limits<double>::infinity();
}

// Prefers powers of the inputs of runs to exponentials, which must be clearly better.
FitOutcome fit_one(const gather::Measurements& measurements, const FitOptions& options) {
    constexpr double clearly_better = 0.7;
    auto outcome = fit_powers(measurements, options);
    if (const auto exponential = with_powers_of_two(measurements)) {
        auto other = without_powers_of_two(fit_powers(*exponential, options), measurements);
        if (error_of(other) < clearly_better * error_of(outcome)) {
            return other;
        }
    }
    return outcome;
}

// Adds the discrete parameters by which the measurements are not split.
void add_dropped_parameters(const gather::Measurements& measurements, FitOutcome& outcome) {
    for (const auto& parameter : measurements.discrete) {
        if (outcome.model && parameter.values.size() > 1) {
            outcome.model->dropped.push_back(parameter.name);
        }
    }
}

void fit_parts(const gather::Measurements& all, const FitOptions& options,
               const std::vector<Condition>& conditions, std::vector<FitOutcome>& outcomes) {
    const auto division = options.split ? best_division(all) : std::nullopt;
    if (!division) {
        auto outcome = fit_one(all, options);
        outcome.conditions = conditions;
        add_dropped_parameters(all, outcome);
        if (outcome.model) {
            outcome.model->conditions = conditions;
        }
        outcomes.push_back(std::move(outcome));
        return;
    }
    const auto& parameter = all.discrete[*division];
    for (std::uint32_t value = 0; value < parameter.values.size(); ++value) {
        const auto part = part_of(all, *division, value);
        if (part.points.empty()) {
            continue;
        }
        auto of_part = conditions;
        of_part.push_back({parameter.name, parameter.values[value]});
        fit_parts(part, options, of_part, outcomes);
    }
}

// Measurements of one call path make models of that path only.
std::vector<Condition> path_of(const gather::Measurements& measurements) {
    return measurements.path.empty() ? std::vector<Condition>()
                                     : std::vector<Condition>{{"path", measurements.path}};
}

} // namespace

std::vector<FitOutcome> fit(const gather::Measurements& measurements, const FitOptions& options) {
    std::vector<FitOutcome> outcomes;
    fit_parts(measurements, options, path_of(measurements), outcomes);
    return outcomes;
}

std::vector<FitOutcome> fit(const std::vector<gather::Measurements>& all, const FitOptions& options,
                            const std::function<void(std::size_t, std::size_t)>& progress) {
    std::vector<FitOutcome> outcomes;
    for (std::size_t i = 0; i < all.size(); ++i) {
        progress(i, all.size());
        for (auto& outcome : fit(all[i], options)) {
            if (outcome.model) {
                outcome.model = Model(*outcome.model); // leaves the parsers of its expressions
            }
            outcomes.push_back(std::move(outcome));
        }
    }
    return outcomes;
}

std::vector<Model> models_of(const std::vector<FitOutcome>& outcomes) {
    std::vector<Model> models;
    for (const auto& outcome : outcomes) {
        if (outcome.model) {
            models.push_back(*outcome.model);
        }
    }
    return models;
}

} // namespace proxima::fit
