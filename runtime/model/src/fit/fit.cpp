#include "fit/certainty.hpp"
#include "fit/data.hpp"
#include "fit/deviation.hpp"
#include "fit/division.hpp"
#include "fit/inputs.hpp"
#include "fit/notes.hpp"
#include "fit/outlying_points.hpp"
#include "fit/refusal.hpp"
#include "fit/rivals.hpp"
#include "fit/spread.hpp"
#include "fit/warnings.hpp"

#include <proxima/model/fit.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace proxima::model {
namespace {

std::vector<std::string> terms_of(const Regression& regression,
                                  const std::vector<std::string>& names) {
    std::vector<std::string> texts;
    for (const auto& term : regression.terms) {
        texts.push_back(term.text(names));
    }
    return texts;
}

std::string family_of(const Regression& regression) {
    const auto& terms = regression.terms;
    const bool kink = std::any_of(terms.begin(), terms.end(), [](const Term& term) {
        return !term.is_constant() && term.factors.front().bound;
    });
    const auto complexity = regression.complexity();
    return kink ? "kink" : complexity == 0 ? "constant" : complexity == 1 ? "term" : "sum of terms";
}

Evidence evidence_of(const Measurements& measurements) {
    Evidence evidence;
    evidence.machine = measurements.machine;
    evidence.runs = measurements.runs;
    evidence.statistic = statistic_name(measurements.statistic);
    evidence.repetitions = std::numeric_limits<std::uint64_t>::max();
    for (const auto& point : measurements.points) {
        evidence.points += point.count;
        evidence.outliers += point.outliers;
        evidence.interrupted += point.delayed;
        evidence.distinct += point.count > 0 ? 1 : 0;
        if (point.count > 0) {
            evidence.repetitions = std::min(evidence.repetitions, point.count);
        }
    }
    return evidence;
}

/// `n has 2 values: n, n^2, log2(n) and 12 other powers fit as well`.
std::string cannot_tell(const Search& search, const Regression& best, std::size_t parameter,
                        const std::string& name) {
    constexpr std::size_t many_values = 5;
    constexpr std::size_t named = 3;
    std::set<double> values;
    for (const auto& at : search.data.at) {
        values.insert(at[parameter]);
    }
    if (values.size() >= many_values) {
        return {};
    }
    const auto factors = as_good_factors(search, best, parameter);
    if (factors.size() < 2) {
        return {};
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(factors.size(), named); ++i) {
        text += (text.empty() ? "" : ", ") + Term{{factors[i]}}.text(search.names);
    }
    const auto others = factors.size() > named ? factors.size() - named : 0;
    return name + " has " + std::to_string(values.size()) +
           " values, which cannot tell its powers apart: " + text +
           (others > 0 ? " and " + std::to_string(others) + " more" : "") + " fit as well";
}

/// Fits one model to all measurements, whatever discrete parameters they have.
class OneModel {
public:
    OneModel(const Measurements& measurements, const FitOptions& options)
        : options_(options), measurements_(without_discrete(measurements)),
          data_(data_of(measurements_)) {}

    FitOutcome run() {
        FitOutcome outcome;
        outcome.refusal = refusal_of(measurements_);
        if (outcome.refusal.empty()) {
            auto found = find_formulas(search_in(data_, measurements_));
            if (!found.levels.empty() && leave_out_points(measurements_, data_, found.best())) {
                data_ = data_of(measurements_);
                found = find_formulas(search_in(data_, measurements_));
            }
            if (found.levels.empty()) {
                outcome.refusal = nothing_fits(measurements_);
            } else {
                describe(found, outcome);
            }
        }
        outcome.measurements = std::move(measurements_);
        return outcome;
    }

private:
    void describe(const Found& found, FitOutcome& outcome) {
        const auto search = search_in(data_, measurements_);
        for (const auto& level : found.levels) {
            const auto& best = level.formulas.front();
            outcome.contenders.push_back({mean_text(best, search.names),
                                          terms_of(best, search.names), std::sqrt(level.error),
                                          level.standard_error, best.explained});
        }
        const auto chosen = outcome.contenders.begin() + static_cast<std::ptrdiff_t>(found.chosen);
        std::rotate(outcome.contenders.begin(), chosen, chosen + 1);
        add_influences(found.best(), search, outcome);
        outcome.model = model_of(found, search);
    }

    /// How much less the best formula without each parameter explains.
    void add_influences(const Regression& best, const Search& search, FitOutcome& outcome) const {
        const auto used = parameters_of(best.terms);
        for (std::size_t i = 0; i < measurements_.parameters.size(); ++i) {
            double lost = 0;
            if (used.count(i) != 0) {
                Search without = search;
                std::erase(without.parameters, i);
                lost = best.explained - most_explained(without, best.complexity());
            }
            outcome.influences.push_back(
                {measurements_.parameters[i], std::max(lost, 0.0), used.count(i) != 0});
        }
        std::sort(outcome.influences.begin(), outcome.influences.end(),
                  [](const auto& a, const auto& b) { return a.explained > b.explained; });
    }

    Model model_of(const Found& found, const Search& search) const {
        const double error = std::sqrt(found.levels[found.chosen].error);
        const auto best = with_choice_counted(found.best(), doubt_of(found, data_));
        Model model;
        model.component = measurements_.component;
        model.implementation = measurements_.implementation;
        model.port = measurements_.port;
        model.method = measurements_.method;
        model.metric = measurements_.metric;
        model.unit = measurements_.unit;
        model.notes = measurements_.notes;
        add_inputs(best, search, model);
        const auto names = model.input_names();
        const auto used = parameters_of(best.terms);
        const Search of_inputs{data_, search.names, {used.begin(), used.end()}};
        const auto spread = fit_spread(measurements_, of_inputs, best);
        model.mean = Expression(mean_text(best, search.names), names);
        model.stddev = Expression(spread.text, names);
        model.uncertainty = uncertainty_of(found, best, spread, search, model);
        model.fit = Quality{family_of(best), "cross-validation", error, best.explained, error};
        model.evidence = evidence_of(measurements_);
        add_notes(best, of_inputs, model);
        model.warnings = warnings_on(measurements_, data_, best, error);
        return model;
    }

    void add_notes(const Regression& best, const Search& of_inputs, Model& model) const {
        for (const auto parameter : of_inputs.parameters) {
            const auto& name = measurements_.parameters[parameter];
            if (auto note = cannot_tell(of_inputs, best, parameter, name); !note.empty()) {
                model.notes.push_back(std::move(note));
            }
        }
        for (auto& note : dependences(data_, measurements_)) {
            model.notes.push_back(std::move(note));
        }
        for (auto& note : notes_on(measurements_)) {
            model.notes.push_back(std::move(note));
        }
    }

    void add_inputs(const Regression& best, const Search& search, Model& model) const {
        const auto used = parameters_of(best.terms);
        for (std::size_t i = 0; i < measurements_.parameters.size(); ++i) {
            if (used.count(i) == 0) {
                model.dropped.push_back(measurements_.parameters[i]);
                continue;
            }
            Range domain{data_.at.front()[i], data_.at.front()[i]};
            for (const auto& at : data_.at) {
                domain = {std::min(domain.min, at[i]), std::max(domain.max, at[i])};
            }
            model.inputs.push_back({search.names[i], measurements_.parameters[i], domain});
        }
    }

    Uncertainty uncertainty_of(const Found& found, const Regression& best, const Spread& spread,
                               const Search& search, const Model& model) const {
        const auto names = model.input_names();
        Uncertainty made;
        made.level = options_.level;
        const auto certainty = certainty_of(measurements_, data_, best);
        made.degrees_of_freedom = certainty.degrees;
        for (const auto& text : terms_of(best, search.names)) {
            made.gradient.emplace_back(text, names);
        }
        for (Eigen::Index i = 0; i < best.covariance.rows(); ++i) {
            const Eigen::VectorXd row = certainty.factor * best.covariance.row(i);
            made.covariance.emplace_back(row.data(), row.data() + row.size());
        }
        for (const auto& rival : rivals_of(found, data_, std::min(1.0, certainty.factor))) {
            add_rival(rival.weight, difference_text(rival, best, search.names, model.inputs), names,
                      made);
        }
        made.residuals = residual_quantiles(measurements_, best, spread, certainty);
        return made;
    }

    /// Which formula is right is one more thing that is not known.
    static void add_rival(double weight, const std::string& difference,
                          const std::vector<std::string>& names, Uncertainty& uncertainty) {
        if (difference.size() > Expression::longest_text) {
            return;
        }
        uncertainty.gradient.emplace_back(difference, names);
        for (auto& row : uncertainty.covariance) {
            row.push_back(0);
        }
        uncertainty.covariance.emplace_back(uncertainty.gradient.size(), 0);
        uncertainty.covariance.back().back() = weight;
    }

    const FitOptions& options_;
    Measurements measurements_;
    Data data_;
};

/// Discrete parameters by which the measurements are not split do not matter.
void mention_discrete(const Measurements& measurements, FitOutcome& outcome) {
    for (const auto& parameter : measurements.discrete) {
        outcome.influences.push_back({parameter.name, 0, false});
        if (outcome.model && parameter.values.size() > 1) {
            outcome.model->dropped.push_back(parameter.name);
        }
    }
}

void fit_parts(const Measurements& all, const FitOptions& options,
               std::vector<Condition> conditions, std::vector<FitOutcome>& outcomes) {
    const auto division = options.split ? best_division(all) : std::nullopt;
    if (!division) {
        auto outcome = OneModel(all, options).run();
        outcome.conditions = conditions;
        mention_discrete(all, outcome);
        if (outcome.model) {
            outcome.model->conditions = conditions;
        }
        outcomes.push_back(std::move(outcome));
        return;
    }
    const auto& parameter = division->measurements.discrete[division->parameter];
    for (std::uint32_t value = 0; value < parameter.values.size(); ++value) {
        const auto part = part_of(division->measurements, division->parameter, value);
        if (part.points.empty()) {
            continue;
        }
        auto of_part = conditions;
        of_part.push_back({parameter.name, parameter.values[value]});
        const auto first = outcomes.size();
        fit_parts(part, options, of_part, outcomes);
        for (auto i = first; i < outcomes.size(); ++i) {
            outcomes[i].influences.insert(outcomes[i].influences.begin(),
                                          {parameter.name, division->explained, true});
        }
    }
}

} // namespace

std::vector<FitOutcome> fit(const Measurements& measurements, const FitOptions& options) {
    std::vector<FitOutcome> outcomes;
    fit_parts(measurements, options, {}, outcomes);
    return outcomes;
}

} // namespace proxima::model
