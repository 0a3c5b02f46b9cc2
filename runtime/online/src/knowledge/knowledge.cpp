#include <proxima/online/knowledge.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace proxima::online {
namespace {

using model::Model;
using Parameters = std::vector<std::pair<std::string, double>>;

constexpr double level = 0.9;

std::optional<double> value_of(const std::string& parameter, const Parameters& parameters) {
    for (const auto& [name, value] : parameters) {
        if (name == parameter) {
            return value;
        }
    }
    return std::nullopt;
}

bool is_of(const Model& model, const MethodName& method) {
    if (model.method != method.method || model.metric != "time" || model.unit != "us") {
        return false;
    }
    return method.implementation.empty() || model.implementation.empty()
               ? model.component == method.instance
               : model.implementation == method.implementation;
}

/// Texts are not among the parameters: a model of one value of a text is of no use here.
bool meets(const std::vector<model::Condition>& conditions, const Parameters& parameters) {
    return std::all_of(conditions.begin(), conditions.end(), [&](const auto& condition) {
        const auto value = value_of(condition.parameter, parameters);
        double wanted = 0;
        const char* const end = condition.value.data() + condition.value.size();
        const auto read = std::from_chars(condition.value.data(), end, wanted);
        return value && read.ec == std::errc() && read.ptr == end && *value == wanted;
    });
}

std::optional<std::vector<double>> inputs_of(const Model& model, const Parameters& parameters) {
    std::vector<double> values;
    for (const model::Input& input : model.inputs) {
        const auto value = value_of(input.parameter, parameters);
        if (!value) {
            return std::nullopt;
        }
        values.push_back(*value);
    }
    return values;
}

} // namespace

Knowledge::Knowledge(std::vector<Model> models) : models_(std::move(models)) {
}

std::optional<Expected> Knowledge::expected(const MethodName& method,
                                            const Parameters& parameters) const {
    for (const Model& model : models_) {
        if (!is_of(model, method) || !meets(model.conditions, parameters)) {
            continue;
        }
        const auto values = inputs_of(model, parameters);
        if (!values) {
            continue;
        }
        const double mean = model.mean(*values);
        if (std::isfinite(mean) && mean > 0) {
            return Expected{mean, prediction_interval(model, *values, level),
                            model.outside_domain(*values).empty(), &model};
        }
    }
    return std::nullopt;
}

std::map<std::string, double> Knowledge::quality(const std::string& implementation) const {
    std::map<std::string, double> quality;
    for (const Model& model : models_) {
        if (model.implementation == implementation) {
            quality.insert(model.quality.begin(), model.quality.end());
        }
    }
    return quality;
}

std::optional<double> expected_us(const PerformanceKnowledgePort& knowledge,
                                  const std::string& implementation, const Invocations& invocations,
                                  std::size_t first, std::size_t last) {
    const MethodName method{invocations.instance, implementation, invocations.method};
    Parameters parameters;
    for (const std::string& name : invocations.parameters) {
        parameters.emplace_back(name, 0);
    }
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) {
        for (std::size_t k = 0; k < parameters.size(); ++k) {
            parameters[k].second = invocations.values_of(i)[k];
        }
        const auto one = knowledge.expected(method, parameters);
        if (!one) {
            return std::nullopt;
        }
        sum += one->mean_us;
    }
    return first < last ? std::optional(sum) : std::nullopt;
}

} // namespace proxima::online
