#include "fit/certainty.hpp"
#include "fit/data.hpp"
#include "fit/division.hpp"
#include "fit/families.hpp"
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

std::set<std::size_t> used_parameters(const Regression& regression) {
    std::set<std::size_t> used;
    for (const auto& feature : regression.shape.features) {
        used.insert(feature.parameters.begin(), feature.parameters.end());
    }
    return used;
}

std::vector<std::string> terms_of(const Regression& regression) {
    std::vector<std::string> texts;
    for (const auto& feature : regression.shape.features) {
        texts.push_back(feature.text);
    }
    return texts;
}

std::vector<std::string> gradient_texts(const Regression& regression) {
    std::vector<std::string> texts;
    for (const auto& feature : regression.shape.features) {
        texts.push_back(regression.shape.link == Link::identity
                            ? feature.text
                            : feature.text + " * " + mean_text(regression));
    }
    return texts;
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

/// Fits one model to all measurements, whatever discrete parameters they have.
class OneModel {
public:
    OneModel(const Measurements& measurements, const FitOptions& options)
        : options_(options), measurements_(without_discrete(measurements)),
          data_(data_of(measurements_)),
          search_(search_in(data_, measurements_, options.criterion)) {}

    FitOutcome run() {
        FitOutcome outcome;
        outcome.refusal = refusal_of(measurements_);
        if (outcome.refusal.empty()) {
            auto found = contenders(search_, options_.families);
            if (!found.empty() && leave_out_points(measurements_, data_, found.front())) {
                data_ = data_of(measurements_);
                found = contenders(search_, options_.families);
            }
            if (found.empty()) {
                outcome.refusal = nothing_fits(measurements_);
            } else {
                describe(found, outcome);
            }
        }
        outcome.measurements = std::move(measurements_);
        return outcome;
    }

private:
    void describe(const std::vector<Regression>& found, FitOutcome& outcome) {
        for (const auto& regression : found) {
            outcome.contenders.push_back({regression.shape.family, mean_text(regression),
                                          terms_of(regression), search_.score(regression),
                                          regression.explained});
        }
        add_influences(found.front(), outcome);
        outcome.model = model_of(found.front(), claimants_of(found.front(), found, search_));
    }

    /// How much worse the best model is without each parameter.
    void add_influences(const Regression& best, FitOutcome& outcome) {
        const auto used = used_parameters(best);
        for (std::size_t i = 0; i < measurements_.parameters.size(); ++i) {
            double lost = 0;
            if (used.count(i) != 0) {
                Search without = search_;
                std::erase(without.parameters, i);
                const auto others = contenders(without, options_.families);
                lost = best.explained - (others.empty() ? 0 : others.front().explained);
            }
            outcome.influences.push_back(
                {measurements_.parameters[i], std::max(lost, 0.0), used.count(i) != 0});
        }
        std::sort(outcome.influences.begin(), outcome.influences.end(),
                  [](const auto& a, const auto& b) { return a.explained > b.explained; });
    }

    Model model_of(const Regression& chosen, std::vector<Claimant> claimants) {
        const auto best = with_choice_counted(chosen, doubt_of(chosen, claimants, search_));
        Model model;
        model.component = measurements_.component;
        model.implementation = measurements_.implementation;
        model.port = measurements_.port;
        model.method = measurements_.method;
        model.metric = measurements_.metric;
        model.unit = measurements_.unit;
        model.notes = measurements_.notes;
        add_inputs(best, model);
        const auto names = model.input_names();
        const auto used = used_parameters(best);
        Search of_inputs = search_;
        of_inputs.parameters.assign(used.begin(), used.end());
        const auto spread = fit_spread(measurements_, of_inputs, best);
        model.mean = Expression(mean_text(best), names);
        model.stddev = Expression(spread.text, names);
        model.uncertainty = uncertainty_of(best, std::move(claimants), spread, model);
        model.fit = Quality{best.shape.family,
                            options_.criterion == FitCriterion::aicc ? "AICc" : "leave-one-out",
                            search_.score(best), best.explained, std::sqrt(best.leave_one_out)};
        model.evidence = evidence_of(measurements_);
        for (auto& note : notes_on(measurements_)) {
            model.notes.push_back(std::move(note));
        }
        model.warnings = warnings_on(measurements_, data_, best);
        return model;
    }

    void add_inputs(const Regression& best, Model& model) const {
        const auto used = used_parameters(best);
        for (std::size_t i = 0; i < measurements_.parameters.size(); ++i) {
            const bool needed = used.count(i) != 0;
            if (!needed) {
                model.dropped.push_back(measurements_.parameters[i]);
            }
        }
        for (const auto i : search_.parameters) {
            if (used.count(i) == 0) {
                continue;
            }
            Range domain{data_.at.front()[i], data_.at.front()[i]};
            for (const auto& at : data_.at) {
                domain = {std::min(domain.min, at[i]), std::max(domain.max, at[i])};
            }
            model.inputs.push_back({search_.names[i], measurements_.parameters[i], domain});
        }
    }

    Uncertainty uncertainty_of(const Regression& best, std::vector<Claimant> claimants,
                               const Spread& spread, const Model& model) const {
        const auto names = model.input_names();
        Uncertainty made;
        made.level = options_.level;
        const auto certainty = certainty_of(measurements_, data_, best);
        made.degrees_of_freedom = certainty.degrees;
        for (const auto& text : gradient_texts(best)) {
            made.gradient.emplace_back(text, names);
        }
        for (Eigen::Index i = 0; i < best.covariance.rows(); ++i) {
            const Eigen::VectorXd row = certainty.factor * best.covariance.row(i);
            made.covariance.emplace_back(row.data(), row.data() + row.size());
        }
        add_rivals(rivals_of(best, std::move(claimants), data_, std::min(1.0, certainty.factor)),
                   best, model, made);
        made.residuals = residual_quantiles(measurements_, best, spread, certainty);
        return made;
    }

    /// Which formula is right is one more thing that is not known.
    static void add_rivals(const std::vector<Rival>& rivals, const Regression& best,
                           const Model& model, Uncertainty& uncertainty) {
        const auto names = model.input_names();
        for (const auto& rival : rivals) {
            const auto text = difference_text(rival, best, model.inputs);
            if (text.size() > Expression::longest_text) {
                continue;
            }
            uncertainty.gradient.emplace_back(text, names);
            for (auto& row : uncertainty.covariance) {
                row.push_back(0);
            }
            uncertainty.covariance.emplace_back(uncertainty.gradient.size(), 0);
            uncertainty.covariance.back().back() = rival.weight;
        }
    }

    const FitOptions& options_;
    Measurements measurements_;
    Data data_;
    Search search_;
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
    const auto division = options.split ? best_division(all, options) : std::nullopt;
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
    const auto classes = in_classes(all, division->parameter, options);
    const auto& parameter = classes.discrete[division->parameter];
    for (std::uint32_t value = 0; value < parameter.values.size(); ++value) {
        const auto part = part_of(classes, division->parameter, value);
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
