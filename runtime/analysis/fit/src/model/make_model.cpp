#include "model/make_model.hpp"

#include "model/competing_models.hpp"
#include "model/groups.hpp"
#include "model/left_out.hpp"
#include "model/notes.hpp"
#include "model/spread.hpp"
#include "search/rank_effects.hpp"

#include <proxima/base/range.hpp>
#include <proxima/base/units.hpp>
#include <proxima/fit/expression.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
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

std::vector<std::string> regimes_of(const Regression& regression,
                                    const std::vector<std::string>& names) {
    std::vector<std::string> texts;
    for (const auto& term : regression.terms) {
        if (term.regime) {
            const auto& [parameter, from, below] = *term.regime;
            texts.push_back(std::isfinite(below) ? names[parameter] + " < " + number_text(below)
                                                 : "above");
        }
    }
    return texts;
}

std::string family_of(const Regression& regression) {
    const auto& terms = regression.terms;
    const auto count = regression.term_count();
    return has_regimes(terms) ? "regimes"
           : count == 0       ? "constant"
           : count == 1       ? "term"
                              : "sum of terms";
}

std::string warning_of_left_out(const Quality& fit) {
    return "it does not describe " + base::percent(fit.left_out) + " of the time" +
           (fit.tail.empty() ? "" : ": " + fit.tail);
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

// Root mean square of the relative misses, the larger of two: at the formula's points, each left
// out of the coefficients, and at all measured points, weighted as the calls were.
double relative_error(const Regression& formula, const Data& data,
                      const gather::Measurements& measured) {
    if (data.size() == 1) { // it cannot be left out; its error is that of its repetitions' mean
        return std::sqrt(variance_of_mean(formula, data.at.front())) /
               std::max(std::fabs(formula.fitted[0]), constants::tiny);
    }
    const double left_out =
        data.mean.binaryExpr(predictions_without(formula, data), &miss).cwiseAbs2().mean();
    double own = 0;
    double calls = 0;
    for (const auto& point : measured.points) {
        const auto count = static_cast<double>(point.count);
        own += count > 0 ? count * std::pow(miss(point.mean, predict(formula, point.at)), 2) : 0;
        calls += count;
    }
    return std::sqrt(std::max(left_out, own / calls));
}

// Standard deviation of the exponent beyond the largest value of a parameter: the slope of the
// formula's misses over its upper half, and what real methods change beyond any measurement.
double exponent_error(const Regression& formula, const Data& data, std::size_t parameter,
                      const base::Range& domain) {
    if (!(domain.min > 0)) {
        return constants::usual_exponent_error;
    }
    const double middle = std::sqrt(domain.min * domain.max);
    const double squares = data.mean.binaryExpr(formula.fitted, &miss).squaredNorm();
    double count = 0;
    double sum = 0;
    double sum_squares = 0;
    for (const auto& at : data.at) {
        if (at[parameter] >= middle) {
            const double x = std::log(at[parameter]);
            count += 1;
            sum += x;
            sum_squares += x * x;
        }
    }
    const double degrees =
        std::max(static_cast<double>(data.size() - formula.coefficients.size()), 1.0);
    const double spread = sum_squares - sum * sum / count;
    const double slope = squares / degrees / std::max(spread, constants::tiny);
    return std::sqrt(std::pow(constants::usual_exponent_error, 2) + std::min(slope, 1.0));
}

class ModelBuilder {
public:
    ModelBuilder(const FoundFormula& formula, const gather::Measurements& measured, double level)
        : measurements_(formula.measurements), measured_(measured), all_(data_of(measured)),
          data_(formula.data), found_(formula.found), best_(found_.best()), level_(level),
          search_(search_space_of(data_, measurements_)) {}

    std::vector<std::string> terms() const { return terms_of(best_, search_.names); }
    std::vector<std::string> regimes() const { return regimes_of(best_, search_.names); }

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
        const double error = relative_error(best_, data_, measured_);
        model.fit = Quality{family_of(best_),
                            "cross-validation",
                            error,
                            best_.explained,
                            error,
                            left_out_share(measured_, best_)};
        model.fit->tail = left_out_points(measured_);
        if (model.fit->left_out > constants::noted_left_out) {
            const auto tail = tail_text(measured_, best_);
            model.fit->tail += (tail.empty() || model.fit->tail.empty() ? "" : "; ") + tail;
        }
        model.fit->groups = groups_text(measured_);
        model.evidence = evidence_of(measurements_);
        for (const auto& notes : {notes_on(measured_, best_, search_.names, error),
                                  dependence_notes(all_, measured_)}) {
            model.notes.insert(model.notes.end(), notes.begin(), notes.end());
        }
        if (found_.simplified_to_clock_step) {
            model.notes.emplace_back("terms smaller than the clock's step are left out");
        }
        model.warnings = warnings_on(measured_, all_, best_, error);
        if (model.warnings.empty() && model.fit->left_out > constants::unreliable_left_out) {
            model.warnings.push_back(warning_of_left_out(*model.fit));
        }
        return model;
    }

private:
    void add_inputs(Model& model) const {
        const auto used = parameters_of(best_.terms);
        const auto tested = search_space_of(all_, measured_).parameters;
        const auto missed = effects_beyond(best_, all_, constants::least_effect);
        if (!missed.empty()) {
            model.notes.push_back(text_of(missed, measured_.parameters, measured_.unit) +
                                  "; the formula leaves this out");
        }
        const auto has = [](const std::vector<RankEffect>& effects, std::size_t parameter) {
            return std::any_of(effects.begin(), effects.end(), [&](const RankEffect& effect) {
                return effect.parameter == parameter;
            });
        };
        const bool exceeds_step = all_.mean.maxCoeff() - all_.mean.minCoeff() >= measured_.step;
        const auto in_calls =
            exceeds_step ? effects_in_calls(best_, measured_) : std::vector<RankEffect>();
        for (std::size_t i = 0; i < measurements_.parameters.size(); ++i) {
            if (used.count(i) == 0) {
                const bool is_hidden = has(in_calls, i) && !has(missed, i);
                if (is_hidden) {
                    model.notes.push_back("calls differ with " + measured_.parameters[i] +
                                          ", but too much among themselves to show how: repeat "
                                          "each point more often");
                }
                if (!is_hidden && !has(missed, i) &&
                    std::find(tested.begin(), tested.end(), i) != tested.end()) {
                    model.dropped.push_back(measurements_.parameters[i]);
                }
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
        for (const auto& term : best_.terms) {
            made.gradient.emplace_back(term.expression(search_.names), names);
        }
        for (Eigen::Index i = 0; i < best_.covariance.rows(); ++i) {
            const Eigen::VectorXd row = best_.covariance.row(i);
            made.covariance.emplace_back(row.data(), row.data() + row.size());
        }
        for (const auto& other : competing_models(found_, data_)) {
            add_difference(other.weight, difference_text(other, best_, search_.names, model.inputs),
                           names, made);
        }
        const double left_out = left_out_share(measured_, best_);
        for (const auto& input : model.inputs) {
            const auto number = static_cast<std::size_t>(
                std::find(search_.names.begin(), search_.names.end(), input.name) -
                search_.names.begin());
            const auto most = exact_text(input.domain->max);
            const auto beyond =
                input.name + " <= " + most + " ? 0 : (" + model.mean.text() + ") * ";
            add_difference(1,
                           beyond + "((" + input.name + " / " + most + ")^" +
                               number_text(exponent_error(best_, data_, number, *input.domain)) +
                               " - 1)",
                           names, made);
            // Longer calls are delayed more often: beyond the points they may take what all calls
            // take at the points, outliers included.
            if (left_out > constants::noted_left_out && left_out < 1) {
                add_difference(1, beyond + number_text(left_out / (1 - left_out)), names, made);
            }
        }
        made.residuals = residual_quantiles(measured_, best_, spread);
        return made;
    }

    // Adds the square of a difference from the mean, times its weight, to the variance.
    static void add_difference(double weight, const std::string& difference,
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

    const gather::Measurements& measurements_; // points that differ in dropped parameters merged
    const gather::Measurements& measured_;     // all points
    const Data all_;
    const Data& data_;
    const SearchResult& found_;
    const Regression& best_;
    double level_;
    SearchSpace search_;
};

// Keeps no formula of points that clearly grow in another way.
void refuse(const std::string& growth, FitOutcome& outcome) {
    if (!growth.empty()) {
        outcome = {};
        outcome.refusal = growth + "; no formula fits";
    }
}

} // namespace

FitOutcome make_outcome(const FoundFormula& formula, gather::Measurements measured, double level) {
    FitOutcome outcome;
    outcome.refusal = formula.refusal;
    if (outcome.refusal.empty()) {
        const ModelBuilder builder(formula, measured, level);
        outcome.terms = builder.terms();
        outcome.regimes = builder.regimes();
        outcome.coefficients = formula.found.best().coefficients;
        outcome.model = builder.build();
    }
    if (outcome.model) {
        const double error = outcome.model->fit->relative_error;
        const auto growth = regress(formula.data, {});
        if (error > constants::unreliable_error && growth && !is_noise(formula.data, error)) {
            refuse(text_of(effects_beyond(*growth, formula.data, constants::refusing_effect),
                           formula.measurements.parameters, formula.measurements.unit),
                   outcome);
        }
    }
    outcome.measurements = std::move(measured);
    return outcome;
}

} // namespace proxima::fit
