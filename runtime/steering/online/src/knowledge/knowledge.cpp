#include <proxima/online/knowledge.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace proxima::online {
namespace {

using fit::Model;
using Arguments = std::vector<ArgumentValue>;

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

bool has_value(const ArgumentValue& parameter, const std::string& value) {
    double wanted = 0;
    const char* const end = value.data() + value.size();
    const auto read = std::from_chars(value.data(), end, wanted);
    return parameter.word == value ||
           (read.ec == std::errc() && read.ptr == end && parameter.value == wanted);
}

bool meets(const std::vector<fit::Condition>& conditions, const Arguments& arguments) {
    return std::all_of(conditions.begin(), conditions.end(), [&](const auto& condition) {
        const ArgumentValue* const one = find_argument(condition.parameter, arguments);
        return one != nullptr && has_value(*one, condition.value);
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

Arguments arguments_of(const Invocations& invocations, const std::vector<double>& values) {
    Arguments arguments;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) { // the value is missing
            continue;
        }
        const auto& words = invocations.words[i];
        const auto word = words.find(static_cast<std::int64_t>(values[i]));
        arguments.push_back({invocations.parameters[i], values[i],
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
    for (const Model& model : models_) {
        if (is_of(model, key) && meets(model.conditions, arguments)) {
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
    const std::size_t width = invocations.parameters.size();
    std::map<std::vector<double>, double> counts;
    for (std::size_t i = 0; i < invocations.count(); ++i) {
        const double* const values = invocations.values_of(i);
        counts[std::vector<double>(values, values + width)] += 1;
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
