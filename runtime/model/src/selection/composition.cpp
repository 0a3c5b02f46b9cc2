#include "selection/composition.hpp"

#include "selection/model_names.hpp"

#include <proxima/model/error.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::model {

Composition::Composition(const SelectionProblem& problem, const Workload& workload, bool strict,
                         Part part, std::vector<std::string>& warnings)
    : problem_(problem), workload_(workload) {
    for (std::size_t i = 0; i < problem.models.size(); ++i) {
        models_.emplace(problem.models[i].implementation, i);
    }
    check_models(problem);
    make_variables();
    make_costs(strict, part);
    make_networks();
    add_interactions();
    remarks_.say(problem, warnings);
}

/// Of work that is given; of a run it is there because it was called.
static bool has_calls(const Work& work) {
    return work.inputs.empty() || std::any_of(work.inputs.begin(), work.inputs.end(),
                                              [](const auto& input) { return input.count > 0; });
}

void Composition::make_variables() {
    for (std::size_t family = 0; family < problem_.families.size(); ++family) {
        for (const auto& instance : problem_.families[family].instances) {
            Variable variable{instance, family, false};
            bool has_work = false;
            for (const auto& work : workload_.works) {
                has_work = has_work || (work.instance == instance && has_calls(work));
                variable.is_significant =
                    variable.is_significant || (work.instance == instance && !work.is_dropped);
            }
            if (!has_work) {
                throw Error(problem_.file,
                            std::string(problem_.workload ? "\"workload\"" : "the run") +
                                " has no calls of the instance " + instance +
                                "; correct its name or leave its family out");
            }
            variables_.push_back(variable);
        }
    }
}

void Composition::make_costs(bool strict, Part part) {
    for (const auto& variable : variables_) {
        auto& costs = costs_.emplace_back();
        for (const auto& implementation : problem_.families[variable.family].implementations) {
            costs.push_back(cost_of(variable, implementation, strict, part));
        }
    }
}

ChoiceCost Composition::cost_of(const Variable& variable, const Implementation& implementation,
                                bool strict, Part part) {
    ChoiceCost cost;
    for (const auto& work : workload_.works) {
        if (work.instance == variable.instance && (part == Part::whole || !work.is_dropped)) {
            add_work(work, implementation, strict, cost);
        }
    }
    if (!std::isfinite(cost.mean_us) || !std::isfinite(cost.noise)) {
        throw Error(problem_.file, "what " + variable.instance + " takes as " +
                                       implementation.name +
                                       " is too large for a number; correct its model or counts");
    }
    return cost;
}

std::vector<std::size_t> Composition::models_for(const Work& work,
                                                 const Implementation& implementation) const {
    std::vector<std::size_t> fitting;
    bool has_own = false; // made for this very instance
    bool has_exclusive = false;
    const auto [first, last] = models_.equal_range(implementation.model_name);
    for (auto at = first; at != last; ++at) {
        const auto i = at->second;
        const auto& model = problem_.models[i];
        if (is_model_of(model, work, implementation.model_name)) {
            fitting.push_back(i);
            has_own = has_own || model.component == work.instance;
            has_exclusive = has_exclusive || model.metric == "exclusive";
        }
    }
    std::erase_if(fitting, [&](std::size_t i) {
        const auto& model = problem_.models[i];
        return (has_own && model.component != work.instance) ||
               (has_exclusive && model.metric != "exclusive");
    });
    return fitting;
}

/// Models of a class of values name them all: `1, 2, 3`.
static bool holds(const Condition& condition, const std::string& value) {
    const std::string between = ", ";
    return (between + condition.value + between).find(between + value + between) !=
           std::string::npos;
}

std::size_t Composition::model_for(const std::vector<std::size_t>& models, const Work& work,
                                   const Implementation& implementation,
                                   const InputGroup& input) const {
    for (const auto i : models) {
        const auto& conditions = problem_.models[i].conditions;
        if (std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
                const auto own = implementation.inputs.find(condition.parameter);
                if (own != implementation.inputs.end()) {
                    return holds(condition, short_number(own->second));
                }
                const auto found = input.texts.find(condition.parameter);
                return found != input.texts.end() && holds(condition, found->second);
            })) {
            return i;
        }
    }
    throw Error(problem_.file,
                models.empty() ? "there is no model of " + implementation.model_name + " for " +
                                     work.name + "; fit one, or take it out of its family"
                               : "no model of " + implementation.name + " is for all inputs of " +
                                     work.name + " (conditions); fit one for the rest");
}

void Composition::add_work(const Work& work, const Implementation& implementation, bool strict,
                           ChoiceCost& cost) {
    const auto models = models_for(work, implementation);
    bool includes_callees = false;
    for (const auto& input : work.inputs) {
        const auto model = model_for(models, work, implementation, input);
        includes_callees = includes_callees || problem_.models[model].metric == "time";
        add_input(work, implementation, input, model, strict, cost);
    }
    // The same for all implementations, so it moves the prediction and no choice.
    cost.mean_us -= includes_callees ? work.callees_us : 0;
}

std::vector<double> Composition::values_for(const Model& model, const Work& work,
                                            const Implementation& implementation,
                                            const InputGroup& input) const {
    std::vector<double> values;
    for (const auto& wanted : model.inputs) {
        const auto own = implementation.inputs.find(wanted.parameter);
        if (own != implementation.inputs.end()) {
            values.push_back(own->second);
            continue;
        }
        const auto found = input.values.find(wanted.parameter);
        if (const auto text = input.texts.find(wanted.parameter);
            found == input.values.end() && text != input.texts.end()) {
            throw Error(problem_.file, "the model of " + title(model) + " needs `" +
                                           wanted.parameter + "` as a number, and it is `" +
                                           text->second + "` of " + work.name + "; correct it");
        }
        if (found == input.values.end()) {
            throw Error(problem_.file, "the model of " + title(model) + " needs `" +
                                           wanted.parameter + "`, which is not known of " +
                                           work.name + "; record it, or give a \"workload\"");
        }
        values.push_back(found->second);
    }
    return values;
}

Reliance& Composition::reliance(ChoiceCost& cost, std::size_t model) const {
    for (auto& known : cost.reliances) {
        if (known.model == model) {
            return known;
        }
    }
    const auto& uncertainty = problem_.models[model].uncertainty;
    const auto size = uncertainty ? uncertainty->gradient.size() : 0;
    cost.reliances.push_back({model, std::vector<double>(size, 0), 0});
    return cost.reliances.back();
}

void Composition::add_input(const Work& work, const Implementation& implementation,
                            const InputGroup& input, std::size_t number, bool strict,
                            ChoiceCost& cost) {
    const auto& model = problem_.models[number];
    const auto values = values_for(model, work, implementation, input);
    double mean = model.mean(values);
    const double spread = model.stddev ? (*model.stddev)(values) : 0;
    if (!std::isfinite(mean) || !std::isfinite(spread)) {
        std::string where;
        for (std::size_t i = 0; i < values.size(); ++i) {
            where +=
                (i == 0 ? " at " : ", ") + model.inputs[i].name + " = " + short_number(values[i]);
        }
        throw Error(problem_.file,
                    "the model of " + title(model) + ", `" + model.mean.text() + "`, has no value" +
                        where +
                        (model.outside_domain(values).empty()
                             ? "; correct it"
                             : ", outside of its domain, as " + work.name + " was called; give " +
                                   implementation.name +
                                   " \"inputs\" of its own, or take it out of its family"));
    }
    if (mean < 0) {
        remarks_.negative_time(number);
        mean = 0;
    }
    if (spread < 0) {
        remarks_.negative_deviation(number);
    }
    cost.mean_us += input.count * mean;
    cost.noise += input.count * std::max(spread, 0.0) * std::max(spread, 0.0);
    auto& relies = reliance(cost, number);
    for (std::size_t i = 0; i < relies.gradient.size(); ++i) {
        relies.gradient[i] += input.count * model.uncertainty->gradient[i](values);
    }
    for (const auto outside : model.outside_domain(values)) {
        const auto& domain = *model.inputs[outside].domain;
        const double distance =
            std::max(domain.min - values[outside], values[outside] - domain.max);
        const double width = domain.max - domain.min;
        const double share = width > 0 ? std::min(distance / width, 1.0) : 1;
        relies.extrapolation_us += input.count * mean * share;
        note_outside(number, work, values[outside], input.count, model.inputs[outside], strict);
    }
}

void Composition::note_outside(std::size_t model, const Work& work, double value, double count,
                               const Input& input, bool strict) {
    if (strict) {
        throw Error(problem_.file, "the model of " + title(problem_.models[model]) + " holds for " +
                                       input.name + " from " + short_number(input.domain->min) +
                                       " to " + short_number(input.domain->max) + ", and " +
                                       work.name + " has " + short_number(value) +
                                       "; measure there, or go on without --strict");
    }
    remarks_.used_outside(model, input, value, count);
}

double Composition::covariance(const Reliance& one, const Reliance& other) const {
    if (one.model != other.model) {
        return 0;
    }
    double sum = one.extrapolation_us * other.extrapolation_us;
    for (std::size_t i = 0; i < one.gradient.size(); ++i) {
        for (std::size_t j = 0; j < other.gradient.size(); ++j) {
            sum += one.gradient[i] * problem_.models[one.model].uncertainty->covariance[i][j] *
                   other.gradient[j];
        }
    }
    return sum;
}

double Composition::variance_of_models(const ChoiceCost& cost) const {
    double variance = 0;
    for (const auto& one : cost.reliances) {
        variance += covariance(one, one);
    }
    return variance;
}

void Composition::make_networks() {
    for (const auto& costs : costs_) {
        std::vector<double> means;
        std::vector<double> variances;
        for (const auto& cost : costs) {
            means.push_back(cost.mean_us);
            const double own = variance_of_models(cost);
            knows_uncertainty_ = knows_uncertainty_ || own > 0;
            variances.push_back(cost.noise + own);
        }
        mean_.add_variable(std::move(means));
        variance_.add_variable(std::move(variances));
    }
    // Two instances that rely on one model are wrong together.
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        for (std::size_t j = i + 1; j < variables_.size(); ++j) {
            if (variables_[i].family != variables_[j].family) {
                continue;
            }
            std::vector<double> common;
            for (const auto& one : costs_[i]) {
                for (const auto& other : costs_[j]) {
                    double sum = 0;
                    for (const auto& left : one.reliances) {
                        for (const auto& right : other.reliances) {
                            sum += 2 * covariance(left, right);
                        }
                    }
                    common.push_back(sum);
                }
            }
            if (std::any_of(common.begin(), common.end(), [](double sum) { return sum != 0; })) {
                variance_.add_pair(i, j, common);
            }
        }
    }
}

/// Calls of the one by the other.
double Composition::calls_between(const Interaction& interaction) const {
    double calls = 0;
    for (const auto& count : workload_.calls) {
        const bool is_between =
            (count.from == interaction.first && count.to == interaction.second) ||
            (count.from == interaction.second && count.to == interaction.first);
        calls += is_between ? count.calls : 0;
    }
    return calls;
}

double Composition::variance_of(const InteractionCost& cost, double calls) {
    const double of_calls = cost.stddev_us_per_call * calls;
    return cost.stddev_us * cost.stddev_us + of_calls * of_calls;
}

void Composition::add_interactions() {
    const auto number = [this](const std::string& instance) {
        const auto found = std::find_if(variables_.begin(), variables_.end(),
                                        [&](const auto& one) { return one.instance == instance; });
        return static_cast<std::size_t>(found - variables_.begin());
    };
    for (const auto& interaction : problem_.interactions) {
        const auto first = number(interaction.first);
        const auto second = number(interaction.second);
        const double calls = calls_between(interaction);
        const auto columns = mean_.values(second);
        std::vector<double> means(mean_.values(first) * columns, 0);
        auto variances = means;
        for (const auto& cost : interaction.costs) {
            const auto at =
                index_of(problem_.families[variables_[first].family], cost.first) * columns +
                index_of(problem_.families[variables_[second].family], cost.second);
            means[at] += cost.us + cost.us_per_call * calls;
            const double variance = variance_of(cost, calls);
            variances[at] += variance;
            knows_uncertainty_ = knows_uncertainty_ || variance > 0;
        }
        mean_.add_pair(first, second, means);
        variance_.add_pair(first, second, variances);
    }
}

std::map<std::size_t, double> Composition::difference(const Assignment& one,
                                                      const Assignment& other) const {
    std::map<std::size_t, Reliance> relies;
    const auto add = [&](const Assignment& assignment, double sign) {
        for (std::size_t i = 0; i < variables_.size(); ++i) {
            for (const auto& more : costs_[i][assignment[i]].reliances) {
                auto& sum = relies
                                .emplace(more.model,
                                         Reliance{more.model,
                                                  std::vector<double>(more.gradient.size(), 0), 0})
                                .first->second;
                sum.extrapolation_us += sign * more.extrapolation_us;
                for (std::size_t k = 0; k < more.gradient.size(); ++k) {
                    sum.gradient[k] += sign * more.gradient[k];
                }
            }
        }
    };
    add(one, 1);
    add(other, -1);
    std::map<std::size_t, double> variances;
    for (const auto& [model, relied] : relies) {
        variances[model] = std::max(covariance(relied, relied), 0.0);
    }
    for (std::size_t i = 0; i < problem_.interactions.size(); ++i) {
        const auto& interaction = problem_.interactions[i];
        const auto applies_in = [&](const Assignment& assignment, const InteractionCost& cost) {
            bool applies = true;
            for (std::size_t k = 0; k < variables_.size(); ++k) {
                const auto& name = variables_[k].instance;
                const auto& chosen =
                    problem_.families[variables_[k].family].implementations[assignment[k]].name;
                applies = applies && (name != interaction.first || chosen == cost.first) &&
                          (name != interaction.second || chosen == cost.second);
            }
            return applies;
        };
        for (const auto& cost : interaction.costs) {
            if (applies_in(one, cost) != applies_in(other, cost)) {
                variances[problem_.models.size() + i] +=
                    variance_of(cost, calls_between(interaction));
            }
        }
    }
    return variances;
}

std::string Composition::name_of_source(std::size_t source) const {
    if (source < problem_.models.size()) {
        return title(problem_.models[source]);
    }
    const auto& interaction = problem_.interactions[source - problem_.models.size()];
    return "the interaction of " + interaction.first + " and " + interaction.second;
}

} // namespace proxima::model
