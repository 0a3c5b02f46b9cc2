// How messages call models and numbers, and finding implementations by name.
#pragma once

#include <proxima/model/selection.hpp>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>

namespace proxima::model {

inline std::string short_number(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

inline std::string title(const Model& model) {
    return model.implementation + (model.method.empty() ? "" : "." + model.method);
}

/// The number of all implementations if there is none of that name.
inline std::size_t index_of(const Family& family, const std::string& implementation) {
    const auto found = std::find_if(family.implementations.begin(), family.implementations.end(),
                                    [&](const auto& one) { return one.name == implementation; });
    return static_cast<std::size_t>(found - family.implementations.begin());
}

inline bool is_model_of(const Model& model, const Work& work, const std::string& implementation) {
    const bool is_time = model.metric == "time" || model.metric == "exclusive";
    const bool is_same_method = model.method.empty() || work.method.empty() ||
                                model.method == work.method ||
                                work.instance + "." + model.method == work.name;
    return model.implementation == implementation && is_time && is_same_method;
}

/// Throws Error if a model of an implementation that may be taken has no value somewhere in its own
/// domain, or is negative everywhere in it.
void check_models(const SelectionProblem& problem);

} // namespace proxima::model
