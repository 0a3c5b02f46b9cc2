#include <proxima/fit/conditions.hpp>
#include <proxima/online/knowledge.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::online {
namespace {

using fit::Model;
using Arguments = std::vector<ArgumentValue>;
using Values = std::vector<std::optional<double>>;

const ArgumentValue* find_argument(const std::string& name, const Arguments& arguments) {
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [&](const ArgumentValue& one) { return one.name == name; });
    return found == arguments.end() ? nullptr : &*found;
}

bool is_of(const Model& model, const ModelKey& key) {
    if (model.method != key.method || model.metric != "time" || model.unit != "us") {
        return false;
    }
    return key.implementation.empty() || model.implementation.empty()
               ? model.component == key.instance
               : model.implementation == key.implementation;
}

bool meets(const std::vector<fit::Condition>& conditions, const Arguments& arguments) {
    return std::all_of(conditions.begin(), conditions.end(), [&](const auto& condition) {
        const ArgumentValue* const one = find_argument(condition.parameter, arguments);
        return one != nullptr && (fit::holds(condition, one->word) ||
                                  fit::holds(condition, fit::exact_text(one->value)));
    });
}

std::optional<std::vector<double>> inputs_of(const Model& model, const Arguments& arguments) {
    std::vector<double> values;
    for (const fit::Input& input : model.inputs) {
        const ArgumentValue* const one = find_argument(input.parameter, arguments);
        if (one == nullptr) {
            return std::nullopt;
        }
        values.push_back(one->value);
    }
    return values;
}

// Values of the parameters; those that are missing, which are not numbers, are unset.
Values values_of(const Invocations& invocations, std::size_t invocation) {
    const double* const first = invocations.values_of(invocation);
    Values values(first, first + invocations.parameters.size());
    for (auto& value : values) {
        value = std::isnan(*value) ? std::nullopt : value;
    }
    return values;
}

Arguments arguments_of(const Invocations& invocations, const Values& values) {
    Arguments arguments;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i]) {
            continue;
        }
        const auto& words = invocations.words[i];
        const auto word = words.find(static_cast<std::int64_t>(*values[i]));
        arguments.push_back({invocations.parameters[i], *values[i],
                             word == words.end() ? std::string() : word->second});
    }
    return arguments;
}

} // namespace

Knowledge::Knowledge(std::vector<Model> models) : models_(std::move(models)) {
}

void Knowledge::set_models(std::vector<Model> models) {
    const std::lock_guard lock(mutex_);
    models_ = std::move(models);
}

std::optional<Knowledge::Found> Knowledge::find(const ModelKey& key,
                                                const Arguments& arguments) const {
    const auto is_own = [&](const Model& model) {
        return is_of(model, key) && model.component == key.instance;
    };
    const bool has_own = std::any_of(models_.begin(), models_.end(), is_own);
    for (const Model& model : models_) {
        if ((has_own ? is_own(model) : is_of(model, key)) && meets(model.conditions, arguments)) {
            if (auto inputs = inputs_of(model, arguments)) {
                return Found{&model, std::move(*inputs)};
            }
        }
    }
    return std::nullopt;
}

std::optional<Expected> Knowledge::expected(const ModelKey& key, const Arguments& arguments) const {
    const std::lock_guard lock(mutex_);
    const auto found = find(key, arguments);
    const double mean = found ? found->model->mean(found->inputs) : 0;
    if (!found || !std::isfinite(mean) || mean <= 0) {
        return std::nullopt;
    }
    return Expected{mean, found->model->outside_domain(found->inputs).empty(), found->model};
}

std::map<std::string, double> Knowledge::quality(const std::string& implementation) const {
    const std::lock_guard lock(mutex_);
    std::map<std::string, double> quality;
    for (const Model& model : models_) {
        if (model.implementation == implementation) {
            quality.insert(model.quality.begin(), model.quality.end());
        }
    }
    return quality;
}

std::optional<double> ExpectedTimes::of(const PerformanceKnowledgePort& knowledge,
                                        const std::string& implementation,
                                        const Invocations& invocations) {
    if (known_.size() > most) {
        known_.clear();
    }
    const ModelKey key{invocations.instance, implementation, invocations.method};
    std::map<Values, double> counts;
    for (std::size_t i = 0; i < invocations.count(); ++i) {
        counts[values_of(invocations, i)] += 1;
    }
    double sum = 0;
    for (const auto& [values, count] : counts) {
        auto [known, is_new] =
            known_.try_emplace(Call{key.instance, key.implementation, key.method, values});
        if (is_new) {
            const auto one = knowledge.expected(key, arguments_of(invocations, values));
            known->second = one ? std::optional(one->mean_us) : std::nullopt;
        }
        if (!known->second) {
            return std::nullopt;
        }
        sum += count * *known->second;
    }
    return counts.empty() ? std::nullopt : std::optional(sum);
}

} // namespace proxima::online
