#include "costs/cost_predictor.hpp"

#include <proxima/base/range.hpp>
#include <proxima/fit/conditions.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace proxima::select {
namespace {

bool is_for(const fit::Model& model, const Candidate& implementation, const InputGroup& input) {
    return std::all_of(
        model.conditions.begin(), model.conditions.end(), [&](const fit::Condition& condition) {
            const auto own = implementation.inputs.find(condition.parameter);
            if (own != implementation.inputs.end()) {
                return fit::holds(condition, fit::exact_text(own->second));
            }
            const auto found = input.texts.find(condition.parameter);
            return found != input.texts.end() && fit::holds(condition, found->second);
        });
}

// Returns the value of an input of a model; null if it is unknown.
const double* value_of(const std::string& parameter, const Candidate& implementation,
                       const InputGroup& input) {
    const auto own = implementation.inputs.find(parameter);
    if (own != implementation.inputs.end()) {
        return &own->second;
    }
    const auto found = input.values.find(parameter);
    return found != input.values.end() ? &found->second : nullptr;
}

// Distance of a value outside of the domain, in widths of the domain.
double distance(const base::Range& domain, double value) {
    const double beyond = std::max(domain.min - value, value - domain.max);
    const double width = domain.max - domain.min;
    return width > 0 ? beyond / width : 1;
}

void note(InvalidUse& invalid, double calls, double value, const std::vector<double>& values,
          bool is_furthest) {
    const bool is_first = invalid.calls == 0;
    invalid.used.min = is_first ? value : std::min(invalid.used.min, value);
    invalid.used.max = is_first ? value : std::max(invalid.used.max, value);
    invalid.calls += calls;
    if (is_first || is_furthest) {
        invalid.values = values;
    }
}

void merge(InvalidUse& invalid, const InvalidUse& other) {
    const auto calls = invalid.calls;
    note(invalid, 0, other.used.min, other.values, false);
    invalid.calls = calls + other.calls;
    invalid.used.max = std::max(invalid.used.max, other.used.max);
}

} // namespace

bool is_model_of(const fit::Model& model, const Work& work, const std::string& implementation) {
    const bool is_time = model.metric == "time" || model.metric == "exclusive";
    const bool is_same_method = model.method.empty() || work.method.empty() ||
                                model.method == work.method ||
                                work.instance + "." + model.method == work.name;
    return model.implementation == implementation && is_time && is_same_method;
}

std::string title(const fit::Model& model) {
    return model.implementation + (model.method.empty() ? "" : "." + model.method);
}

std::string SuggestedMeasurement::text() const {
    std::string text = what;
    for (const auto& [name, value] : at) {
        text += (&name == &at.front().first ? " at " : ", ") + name + " = " + short_number(value);
    }
    return text;
}

Candidate implementation_of(const std::vector<fit::Model>& models, const std::string& name) {
    Candidate made;
    made.name = made.model_name = made.class_name = name;
    for (const auto& model : models) {
        if (model.implementation == name) {
            made.quality.insert(model.quality.begin(), model.quality.end());
        }
    }
    return made;
}

bool has_model(const std::vector<fit::Model>& models, const Work& work,
               const std::string& implementation) {
    return std::any_of(models.begin(), models.end(), [&](const fit::Model& model) {
        return is_model_of(model, work, implementation);
    });
}

void add(const Sensitivities& more, double factor, Sensitivities& sums) {
    for (const auto& [model, one] : more) {
        auto& sum = sums[model];
        sum.extrapolation_us += factor * one.extrapolation_us;
        sum.gradient.resize(one.gradient.size());
        for (std::size_t i = 0; i < one.gradient.size(); ++i) {
            sum.gradient[i] += factor * one.gradient[i];
        }
    }
}

double ChoiceCost::mean_us() const {
    return std::accumulate(us.begin(), us.end(), 0.0) / static_cast<double>(us.size());
}

void ChoiceCost::add_uses(const ChoiceCost& other) {
    for (const auto& [place, invalid] : other.outside) {
        merge(outside[place], invalid);
    }
    for (const auto& [model, invalid] : other.negative) {
        merge(negative[model], invalid);
    }
}

CostPredictor::CostPredictor(const std::vector<fit::Model>& models) : models_(models) {
    for (std::size_t i = 0; i < models.size(); ++i) {
        by_implementation_.emplace(models[i].implementation, i);
    }
}

ChoiceCost CostPredictor::cost(const Work& work, const Candidate& implementation) const {
    ChoiceCost cost;
    const auto models = models_for(work, implementation);
    for (const auto& input : work.inputs) {
        const auto found = find(models, work, implementation, input);
        cost.failure = found.failure;
        if (found.failure.empty()) {
            cost.includes_callees = cost.includes_callees || models_[found.model].metric == "time";
            add_input(found, work, input.count, cost);
        }
        if (!cost.failure.empty()) {
            return cost;
        }
    }
    if (!std::isfinite(cost.model_us) || !std::isfinite(cost.noise)) {
        cost.failure = "the time of " + work.instance + " as " + implementation.name +
                       " is too large for a number; correct its model or counts";
    }
    return cost;
}

// Prefers models of this instance to others, and models of exclusive times to those that include
// callees.
std::vector<std::size_t> CostPredictor::models_for(const Work& work,
                                                   const Candidate& implementation) const {
    std::vector<std::size_t> fitting;
    const auto [first, last] = by_implementation_.equal_range(implementation.model_name);
    for (auto at = first; at != last; ++at) {
        if (is_model_of(models_[at->second], work, implementation.model_name)) {
            fitting.push_back(at->second);
        }
    }
    const auto prefer = [&](auto is_better) {
        if (std::any_of(fitting.begin(), fitting.end(), is_better)) {
            std::erase_if(fitting, [&](std::size_t i) { return !is_better(i); });
        }
    };
    prefer([&](std::size_t i) { return models_[i].component == work.instance; });
    prefer([&](std::size_t i) { return models_[i].metric == "exclusive"; });
    return fitting;
}

CostPredictor::Found CostPredictor::find(const std::vector<std::size_t>& models, const Work& work,
                                         const Candidate& implementation,
                                         const InputGroup& input) const {
    const auto found = std::find_if(models.begin(), models.end(), [&](std::size_t i) {
        return is_for(models_[i], implementation, input);
    });
    if (models.empty()) {
        return {0,
                {},
                "there is no model of " + implementation.model_name + " for " + work.name +
                    "; fit one, or take it out of its family"};
    }
    if (found == models.end()) {
        return {0,
                {},
                "no model of " + implementation.name + " is for all inputs of " + work.name +
                    " (conditions); fit one for the rest"};
    }
    Found made{*found, {}, {}};
    for (const auto& wanted : models_[*found].inputs) {
        const auto* value = value_of(wanted.parameter, implementation, input);
        if (value == nullptr) {
            const auto text = input.texts.find(wanted.parameter);
            made.failure = "the model of " + title(models_[*found]) + " needs `" + wanted.parameter;
            made.failure +=
                text != input.texts.end()
                    ? "` as a number, but it is `" + text->second + "` for " + work.name +
                          "; correct it"
                    : "`, which is unknown for " + work.name + "; record it, or give its value";
            return made;
        }
        made.values.push_back(*value);
    }
    return made;
}

void CostPredictor::add_input(const Found& found, const Work& work, double calls,
                              ChoiceCost& cost) const {
    const auto& model = models_[found.model];
    const double mean = model.mean(found.values);
    const double spread = model.stddev ? std::max((*model.stddev)(found.values), 0.0) : 0;
    if (!std::isfinite(mean) || !std::isfinite(spread)) {
        cost.failure = "the model of " + title(model) + ", `" + model.mean.text() +
                       "`, has no value for " + work.name + ": measure " +
                       measurement(found.model, found.values).text() + ", or correct it";
        return;
    }
    if (mean < 0) {
        auto& negative = cost.negative[found.model];
        const bool is_furthest = negative.calls == 0 || mean < negative.used.min;
        note(negative, calls, mean, found.values, is_furthest);
    }
    cost.model_us += calls * mean;
    cost.noise += calls * spread * spread;
    const auto runs = model.evidence.runs.size();
    cost.runs = cost.runs == 0 || runs == 0 ? runs : std::min(cost.runs, runs);
    auto& sensitivity = cost.sensitivities[found.model];
    sensitivity.gradient.resize(model.uncertainty ? model.uncertainty->gradient.size() : 0);
    for (std::size_t i = 0; i < sensitivity.gradient.size(); ++i) {
        sensitivity.gradient[i] += calls * model.uncertainty->gradient[i](found.values);
    }
    if (calls > 0) {
        add_outside(found, calls, mean, cost);
    }
}

void CostPredictor::add_outside(const Found& found, double calls, double mean,
                                ChoiceCost& cost) const {
    const auto& model = models_[found.model];
    for (const auto input : model.outside_domain(found.values)) {
        const auto& domain = *model.inputs[input].domain;
        auto& invalid = cost.outside[{found.model, input}];
        const double value = found.values[input];
        const bool is_furthest = invalid.values.empty() ||
                                 distance(domain, value) > distance(domain, invalid.values[input]);
        note(invalid, calls, value, found.values, is_furthest);
        cost.sensitivities[found.model].extrapolation_us +=
            calls * mean * std::min(distance(domain, value), 1.0);
    }
}

double CostPredictor::covariance(std::size_t model, const Sensitivity& one,
                                 const Sensitivity& other) const {
    double sum = one.extrapolation_us * other.extrapolation_us;
    for (std::size_t i = 0; i < one.gradient.size(); ++i) {
        for (std::size_t j = 0; j < other.gradient.size(); ++j) {
            sum +=
                one.gradient[i] * models_[model].uncertainty->covariance[i][j] * other.gradient[j];
        }
    }
    return sum;
}

std::pair<double, std::vector<double>>
CostPredictor::most_informative_input(std::size_t model, const Sensitivity& sensitivity,
                                      const Work& work, const Candidate& implementation) const {
    std::pair<double, std::vector<double>> most{0, {}};
    const auto models = models_for(work, implementation);
    for (const auto& input : work.inputs) {
        const auto found = find(models, work, implementation, input);
        if (!found.failure.empty() || found.model != model || !models_[model].uncertainty) {
            continue;
        }
        Sensitivity own;
        for (const auto& derivative : models_[model].uncertainty->gradient) {
            own.gradient.push_back(input.count * derivative(found.values));
        }
        const double share = std::abs(covariance(model, sensitivity, own));
        if (share > most.first) {
            most = {share, found.values};
        }
    }
    return most;
}

SuggestedMeasurement CostPredictor::measurement(std::size_t model,
                                                const std::vector<double>& values) const {
    SuggestedMeasurement made{title(models_[model]), {}};
    for (const auto& condition : models_[model].conditions) {
        made.what += " with " + condition.parameter + " " + condition.value;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        made.at.emplace_back(models_[model].inputs[i].parameter, values[i]);
    }
    return made;
}

} // namespace proxima::select
