#include "inputs.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace proxima::platform {
namespace {

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

Input need_of(const Need& need, const Application& application, const Platform* platform,
              const Values& given) {
    if (const auto found = given.find(need.name); found != given.end()) {
        return {found->second, std::nullopt};
    }
    if (need.otherwise && (platform == nullptr || platform->find(need.name) == nullptr)) {
        return {*need.otherwise, std::nullopt};
    }
    if (platform == nullptr) {
        throw base::Error(need.place, "`" + need.name + "` is needed; give a platform that has it");
    }
    const auto* quantity = platform->find(need.name);
    if (quantity == nullptr) {
        throw base::Error(platform->file, "there is no `" + need.name + "`, which " +
                                              application.name + " needs" +
                                              (need.unit.empty() ? "" : " in " + need.unit) +
                                              "; add it to \"quantities\"");
    }
    if (quantity->unit != need.unit) {
        throw base::Error(quantity->place, "`" + need.name + "` is in `" + quantity->unit + "`, " +
                                               application.name + " needs it in `" + need.unit +
                                               "`; convert it");
    }
    return {quantity->value, quantity->interval};
}

void check_names(const Application& application, const Values& given) {
    std::vector<std::string> known;
    const auto add = [&](const auto& list) {
        for (const auto& element : list) {
            known.push_back(element.name);
        }
    };
    add(application.parameters);
    add(application.platform);
    for (const auto& [name, value] : given) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw base::Error(application.file, application.name + " has no `" + name + "`" +
                                                    base::instead(name, known, "its names"));
        }
    }
}

std::vector<std::string> names_of(const Usage& usage) {
    std::vector<std::string> names;
    for (const auto& [name, value] : usage) {
        names.push_back(name);
    }
    return names;
}

} // namespace

std::vector<Input> inputs_of(const Application& application, const Platform* platform,
                             const Values& given, const Usage& usage) {
    check_names(application, given);
    std::vector<Input> inputs;
    for (const auto& parameter : application.parameters) {
        const auto found = given.find(parameter.name);
        Input input{parameter.value, parameter.interval};
        if (found != given.end()) {
            input = {found->second, std::nullopt};
        }
        if (parameter.domain && !parameter.domain->contains(input.value)) {
            throw base::Error(parameter.place, "`" + parameter.name + "` is " +
                                                   number_text(input.value) + ", its domain is " +
                                                   number_text(parameter.domain->min) + " to " +
                                                   number_text(parameter.domain->max));
        }
        inputs.push_back(input);
    }
    for (const auto& need : application.platform) {
        inputs.push_back(need_of(need, application, platform, given));
    }
    for (const auto& need : application.usage) {
        const auto found = usage.find(need.name);
        if (found == usage.end()) {
            throw base::Error(need.place,
                              "`" + need.name + "` is not known as usage" +
                                  (usage.empty()
                                       ? "; use proxima attribute"
                                       : base::instead(need.name, names_of(usage), "these are")));
        }
        if (found->second.unit != need.unit) {
            throw base::Error(need.place, "`" + need.name + "` is in `" + need.unit +
                                              "`, but nodes use it in `" +
                                              std::string(found->second.unit) + "`; convert it");
        }
        inputs.push_back(found->second);
    }
    return inputs;
}

std::vector<double> outcomes_of(const Application& application, std::vector<double> values) {
    std::vector<double> outcomes;
    const auto value_of = [&](const Formula& formula) {
        return formula.value(std::span(values).first(formula.value.variables().size()));
    };
    const auto evaluate = [&](const Formula& formula, bool is_outcome) {
        const double value = value_of(formula);
        // Usage may be unknown; then the parts that need it are.
        const bool may_be_unknown = !application.usage.empty() && std::isnan(value);
        if (!std::isfinite(value) && !may_be_unknown) {
            throw base::Error(formula.place,
                              "`" + formula.name + "` has no value for these parameters");
        }
        values.push_back(value);
        if (is_outcome) {
            outcomes.push_back(value);
        }
    };
    for (const auto& formula : application.derived) {
        evaluate(formula, false);
    }
    for (const auto& formula : application.components) {
        evaluate(formula, true);
    }
    evaluate(application.total, true);
    for (const auto& formula : application.results) {
        const double value = value_of(formula);
        values.push_back(std::isfinite(value) ? value : std::nan(""));
        outcomes.push_back(values.back());
    }
    return outcomes;
}

std::vector<double> values_of(const std::vector<Input>& inputs) {
    std::vector<double> values;
    for (const auto& input : inputs) {
        values.push_back(input.value);
    }
    return values;
}

std::vector<double> slopes(const Application& application, const std::vector<Input>& inputs,
                           std::size_t index) {
    constexpr double small = 1e-4; // expressions are smooth at this scale, and sums exact enough
    auto values = values_of(inputs);
    const double step = values[index] != 0 ? small * std::fabs(values[index]) : small;
    const auto at = outcomes_of(application, values);
    values[index] += step;
    auto moved = outcomes_of(application, std::move(values));
    for (std::size_t i = 0; i < moved.size(); ++i) {
        moved[i] = (moved[i] - at[i]) / step;
    }
    return moved;
}

} // namespace proxima::platform
