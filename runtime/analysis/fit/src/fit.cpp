#include "data/data.hpp"
#include "division.hpp"
#include "model/competing_models.hpp"
#include "model/notes.hpp"
#include "model/spread.hpp"
#include "search/search_space.hpp"

#include <proxima/base/range.hpp>
#include <proxima/fit/fit.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace proxima::fit {
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

Evidence evidence_of(const gather::Measurements& measurements) {
    Evidence evidence;
    evidence.machine = measurements.machine;
    evidence.runs = measurements.runs;
    evidence.statistic = statistic_name(measurements.statistic);
    evidence.repetitions = std::numeric_limits<std::uint64_t>::max();
    for (const auto& point : measurements.points) {
        evidence.points += point.count;
        evidence.outliers += point.outliers;
        evidence.distinct += point.count > 0 ? 1 : 0;
        if (point.count > 0) {
            evidence.repetitions = std::min(evidence.repetitions, point.count);
        }
    }
    return evidence;
}

// Fits one model to measurements without discrete parameters.
class OneModel {
public:
    OneModel(gather::Measurements measurements, const FitOptions& options)
        : options_(options), measurements_(std::move(measurements)), data_(data_of(measurements_)) {
    }

    FitOutcome run() {
        FitOutcome outcome;
        outcome.refusal = refusal_of(measurements_);
        if (outcome.refusal.empty()) {
            auto found = search();
            if (!found.levels.empty() && leave_out_points(measurements_, data_, found.best())) {
                data_ = data_of(measurements_);
                found = search();
            }
            if (!found.levels.empty()) {
                describe(count_points_as_known(std::move(found)), outcome);
            } else {
                outcome.refusal = "no formula fits";
            }
        }
        outcome.measurements = std::move(measurements_);
        return outcome;
    }

private:
    SearchResult search() const { return find_formulas(search_in(data_, measurements_)); }

    // Searches again where repetitions say too much of the means.
    SearchResult count_points_as_known(SearchResult found) {
        const double own_share = own_share_of_points(measurements_, found.nearest());
        if (own_share <= least_own_share) {
            return found;
        }
        auto before = std::exchange(data_, data_of(measurements_, own_share));
        auto again = search();
        if (again.levels.empty()) {
            data_ = std::move(before);
            return found;
        }
        return again;
    }

    void describe(const SearchResult& found, FitOutcome& outcome) {
        const auto search = search_in(data_, measurements_);
        outcome.terms = terms_of(found.best(), search.names);
        outcome.coefficients = found.best().coefficients;
        outcome.model = model_of(found, search);
    }

    Model model_of(const SearchResult& found, const SearchSpace& search) const {
        const auto& best = found.best();
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
        const SearchSpace of_inputs{data_, search.names, {used.begin(), used.end()}};
        const auto spread = fit_spread(measurements_, of_inputs, best);
        model.mean = Expression(mean_text(best, search.names), names);
        model.stddev = Expression(spread.text, names);
        model.uncertainty = uncertainty_of(found, best, spread, search, model);
        // One point cannot be left out: then it is what repetitions say of the mean.
        const double error = data_.size() > 1
                                 ? std::sqrt(found.levels[found.chosen].error)
                                 : std::sqrt(variance_of_mean(best, data_.at.front())) /
                                       std::max(std::fabs(best.fitted[0]), 1e-300);
        model.fit = Quality{family_of(best), "cross-validation", error, best.explained, error};
        model.evidence = evidence_of(measurements_);
        for (const auto& notes :
             {notes_on(measurements_, search, best, error), dependences(data_, measurements_)}) {
            model.notes.insert(model.notes.end(), notes.begin(), notes.end());
        }
        if (found.plainer_by_step) {
            model.notes.emplace_back("terms that change it by less than the clock's step are left "
                                     "out");
        }
        model.warnings = warnings_on(measurements_, data_, best, error);
        return model;
    }

    void add_inputs(const Regression& best, const SearchSpace& search, Model& model) const {
        const auto used = parameters_of(best.terms);
        for (std::size_t i = 0; i < measurements_.parameters.size(); ++i) {
            if (used.count(i) == 0) {
                model.dropped.push_back(measurements_.parameters[i]);
                continue;
            }
            base::Range domain{data_.at.front()[i], data_.at.front()[i]};
            for (const auto& at : data_.at) {
                domain = {std::min(domain.min, at[i]), std::max(domain.max, at[i])};
            }
            model.inputs.push_back({search.names[i], measurements_.parameters[i], domain});
        }
    }

    Uncertainty uncertainty_of(const SearchResult& found, const Regression& best,
                               const Spread& spread, const SearchSpace& search,
                               const Model& model) const {
        const auto names = model.input_names();
        Uncertainty made;
        made.level = options_.level;
        made.degrees_of_freedom = best.degrees;
        for (const auto& text : terms_of(best, search.names)) {
            made.gradient.emplace_back(text, names);
        }
        for (Eigen::Index i = 0; i < best.covariance.rows(); ++i) {
            const Eigen::VectorXd row = best.covariance.row(i);
            made.covariance.emplace_back(row.data(), row.data() + row.size());
        }
        for (const auto& other : competing_models(found, data_)) {
            add_competing_model(other.weight,
                                difference_text(other, best, search.names, model.inputs), names,
                                made);
        }
        made.residuals = residual_quantiles(measurements_, best, spread);
        return made;
    }

    // The choice of the formula adds uncertainty of its own.
    static void add_competing_model(double weight, const std::string& difference,
                                    const std::vector<std::string>& names,
                                    Uncertainty& uncertainty) {
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
    gather::Measurements measurements_;
    Data data_;
};

std::set<std::string> inputs_of(const Model& model) {
    std::set<std::string> parameters;
    for (const auto& input : model.inputs) {
        parameters.insert(input.parameter);
    }
    return parameters;
}

// Whatever discrete parameters the measurements have. Once it is known which parameters matter,
// points that differ in others only are one: a run at one size with 36 strikes is one measurement
// of that size, not 36, however evenly its invocations agree.
FitOutcome fit_one(const gather::Measurements& measurements, const FitOptions& options) {
    const auto all = without_discrete(measurements);
    auto outcome = OneModel(all, options).run();
    if (!outcome.model || outcome.model->inputs.empty()) {
        return outcome;
    }
    const auto fewer = with_parameters(outcome.measurements, inputs_of(*outcome.model));
    if (fewer.points.size() == outcome.measurements.points.size()) {
        return outcome;
    }
    auto of_fewer = OneModel(fewer, options).run();
    if (!of_fewer.model) {
        return outcome;
    }
    auto& dropped = of_fewer.model->dropped;
    dropped.insert(dropped.end(), outcome.model->dropped.begin(), outcome.model->dropped.end());
    for (const auto& note : dependences(data_of(all), all)) {
        of_fewer.model->notes.push_back(note);
    }
    of_fewer.measurements = std::move(outcome.measurements);
    return of_fewer;
}

// Discrete parameters by which the measurements are not split do not matter.
void mention_discrete(const gather::Measurements& measurements, FitOutcome& outcome) {
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
        mention_discrete(all, outcome);
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

} // namespace

std::vector<FitOutcome> fit(const gather::Measurements& measurements, const FitOptions& options) {
    std::vector<FitOutcome> outcomes;
    fit_parts(measurements, options, {}, outcomes);
    return outcomes;
}

std::vector<FitOutcome> fit(const std::vector<gather::Measurements>& all, const FitOptions& options,
                            const std::function<void(std::size_t, std::size_t)>& progress) {
    std::vector<FitOutcome> outcomes;
    for (std::size_t i = 0; i < all.size(); ++i) {
        progress(i, all.size());
        fit_parts(all[i], options, {}, outcomes);
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
