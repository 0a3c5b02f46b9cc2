#include "model/make_model.hpp"

#include "model/competing_models.hpp"
#include "model/notes.hpp"
#include "model/spread.hpp"

#include <proxima/base/range.hpp>

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
    const auto count = regression.term_count();
    return std::any_of(terms.begin(), terms.end(), is_kink) ? "kink"
           : count == 0                                     ? "constant"
           : count == 1                                     ? "term"
                                                            : "sum of terms";
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

class ModelBuilder {
public:
    ModelBuilder(const FoundFormula& formula, double level)
        : measurements_(formula.measurements), data_(formula.data), found_(formula.found),
          best_(found_.best()), level_(level), search_(search_space_of(data_, measurements_)) {}

    std::vector<std::string> terms() const { return terms_of(best_, search_.names); }

    Model build() const {
        Model model;
        model.component = measurements_.component;
        model.implementation = measurements_.implementation;
        model.port = measurements_.port;
        model.method = measurements_.method;
        model.metric = measurements_.metric;
        model.unit = measurements_.unit;
        model.notes = measurements_.notes;
        add_inputs(model);
        const auto names = model.input_names();
        const auto used = parameters_of(best_.terms);
        const SearchSpace of_inputs{data_, search_.names, {used.begin(), used.end()}};
        const auto spread = fit_spread(measurements_, of_inputs, best_);
        model.mean = Expression(mean_text(best_, search_.names), names);
        model.stddev = Expression(spread.text, names);
        model.uncertainty = uncertainty_of(spread, model);
        // A single point cannot be left out; its error is that of the mean of its repetitions.
        const double error = data_.size() > 1
                                 ? std::sqrt(found_.levels[found_.chosen].error)
                                 : std::sqrt(variance_of_mean(best_, data_.at.front())) /
                                       std::max(std::fabs(best_.fitted[0]), constants::tiny);
        model.fit = Quality{family_of(best_), "cross-validation", error, best_.explained, error};
        model.evidence = evidence_of(measurements_);
        for (const auto& notes : {notes_on(measurements_, best_, search_.names, error),
                                  dependence_notes(data_, measurements_)}) {
            model.notes.insert(model.notes.end(), notes.begin(), notes.end());
        }
        if (found_.simplified_to_clock_step) {
            model.notes.emplace_back("terms smaller than the clock's step are left out");
        }
        model.warnings = warnings_on(measurements_, data_, best_, error);
        return model;
    }

private:
    void add_inputs(Model& model) const {
        const auto used = parameters_of(best_.terms);
        for (std::size_t i = 0; i < measurements_.parameters.size(); ++i) {
            if (used.count(i) == 0) {
                model.dropped.push_back(measurements_.parameters[i]);
                continue;
            }
            base::Range domain{data_.at.front()[i], data_.at.front()[i]};
            for (const auto& at : data_.at) {
                domain = {std::min(domain.min, at[i]), std::max(domain.max, at[i])};
            }
            model.inputs.push_back({search_.names[i], measurements_.parameters[i], domain});
        }
    }

    Uncertainty uncertainty_of(const Spread& spread, const Model& model) const {
        const auto names = model.input_names();
        Uncertainty made;
        made.level = level_;
        made.degrees_of_freedom = best_.degrees;
        for (const auto& text : terms_of(best_, search_.names)) {
            made.gradient.emplace_back(text, names);
        }
        for (Eigen::Index i = 0; i < best_.covariance.rows(); ++i) {
            const Eigen::VectorXd row = best_.covariance.row(i);
            made.covariance.emplace_back(row.data(), row.data() + row.size());
        }
        for (const auto& other : competing_models(found_, data_)) {
            add_competing_model(other.weight,
                                difference_text(other, best_, search_.names, model.inputs), names,
                                made);
        }
        made.residuals = residual_quantiles(measurements_, best_, spread);
        return made;
    }

    // Adds the uncertainty of the choice of the formula.
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

    const gather::Measurements& measurements_;
    const Data& data_;
    const SearchResult& found_;
    const Regression& best_;
    double level_;
    SearchSpace search_;
};

} // namespace

FitOutcome make_outcome(FoundFormula formula, double level) {
    FitOutcome outcome;
    outcome.refusal = formula.refusal;
    if (outcome.refusal.empty()) {
        const ModelBuilder builder(formula, level);
        outcome.terms = builder.terms();
        outcome.coefficients = formula.found.best().coefficients;
        outcome.model = builder.build();
    }
    outcome.measurements = std::move(formula.measurements);
    return outcome;
}

} // namespace proxima::fit
