#include "study/measured_names.hpp"

#include "records/method_selection.hpp"
#include "run/load_run.hpp"
#include "run/messages.hpp"
#include "run/names.hpp"
#include "study/description/formula.hpp"

#include <proxima/model/expression.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>

namespace proxima::cli {
namespace {

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text.empty() ? "none" : text;
}

} // namespace

void MeasuredNames::add(const study::Settings& classes, const std::filesystem::path& run) {
    const auto directory = rundir::RunDirectory::open(run);
    const auto methods = rundir::recorded_methods(directory);
    methods_.insert(methods_.end(), methods.begin(), methods.end());
    rundir::ReadOutcome ignored; // is read again, and said, for the answers
    for (const auto& component : load_graph(directory, ignored).components) {
        methods_of_[component.instance].insert(component.method);
        const auto* name = study::find(classes, component.instance);
        classes_.emplace(component.instance, name == nullptr ? component.instance : *name);
    }
}

std::vector<MissingName> MeasuredNames::missing() const {
    std::vector<MissingName> missing;
    look_for_instances(missing);
    look_for_methods(missing);
    for (const auto& check : study_.checks.models) {
        look_for_model(check, missing);
    }
    return missing;
}

void MeasuredNames::look_for_instances(std::vector<MissingName>& missing) const {
    std::set<std::string> instances;
    for (const auto& [instance, methods] : methods_of_) {
        instances.insert(instance);
    }
    for (const auto& choice : study_.choices) {
        if (instances.count(choice.instance) == 0) {
            missing.push_back({choice.line, "no call of `" + choice.instance +
                                                "` was measured; \"implementations\" are of "
                                                "instances, and those are " +
                                                joined(instances)});
        }
    }
    for (const auto& name : study_.checks.core.value_or(std::vector<std::string>())) {
        if (instances.count(name) == 0) {
            missing.push_back({0, "no call of `" + name +
                                      "` of \"checks\" was measured; there are the instances " +
                                      joined(instances)});
        }
    }
}

void MeasuredNames::look_for_methods(std::vector<MissingName>& missing) const {
    try {
        const MethodSelection selection(study_.fit.methods, methods_);
    } catch (const UsageError& error) {
        missing.push_back({0, error.what()});
    }
}

std::set<std::string> MeasuredNames::instances_with(const std::string& implementation) const {
    std::set<std::string> instances;
    for (const auto& choice : study_.choices) {
        for (const auto& one : choice.implementations) {
            if (one.name == implementation) {
                instances.insert(choice.instance);
            }
        }
    }
    for (const auto& [instance, name] : classes_) {
        if (name == implementation) {
            instances.insert(instance);
        }
    }
    return instances;
}

std::set<std::string> MeasuredNames::implementations() const {
    std::set<std::string> names;
    for (const auto& choice : study_.choices) {
        for (const auto& one : choice.implementations) {
            names.insert(one.name);
        }
    }
    for (const auto& one : classes_) {
        names.insert(one.second);
    }
    return names;
}

void MeasuredNames::look_for_model(const study::ModelCheck& check,
                                   std::vector<MissingName>& missing) const {
    const auto instances = instances_with(check.implementation);
    if (instances.empty()) {
        missing.push_back({check.line, "there is no implementation `" + check.implementation +
                                           "` to be checked; there are " +
                                           joined(implementations())});
        return;
    }
    std::set<std::string> methods;
    for (const auto& instance : instances) {
        if (const auto found = methods_of_.find(instance); found != methods_of_.end()) {
            methods.insert(found->second.begin(), found->second.end());
        }
    }
    const bool is_measured = std::any_of(methods.begin(), methods.end(), [&](const auto& method) {
        return check.method.empty() || selects(check.method, method);
    });
    if (is_measured) {
        look_for_inputs(check, missing);
        return;
    }
    missing.push_back(
        {check.line, "no call of " + (check.method.empty() ? "" : "`" + check.method + "` of ") +
                         check.implementation + " was measured; there are " + joined(methods)});
}

void MeasuredNames::look_for_inputs(const study::ModelCheck& check,
                                    std::vector<MissingName>& missing) const {
    std::set<std::string> known{"ranks"};
    for (const auto& method : methods_) {
        for (const auto& parameter : method.parameters) {
            known.insert(model::variable_name(parameter.name));
        }
    }
    for (const auto& parameter : study_.parameters) {
        known.insert(model::variable_name(parameter.name));
    }
    for (const auto& name : study::names_in_formula(check.expected)) {
        if (known.count(name) == 0) {
            missing.push_back({check.line, "`" + name + "` in the formula `" + check.expected +
                                               "` is not recorded; there are " + joined(known)});
        }
    }
}

} // namespace proxima::cli
