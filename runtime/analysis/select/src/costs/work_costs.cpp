#include "costs/work_costs.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>

namespace proxima::select {
namespace {

// True if a model of a candidate for the work has the class of `instance` as a condition.
bool depends_on(const SelectionProblem& problem, const Work& work, const Family& family,
                const std::string& instance) {
    return std::any_of(problem.models.begin(), problem.models.end(), [&](const fit::Model& model) {
        const bool is_used =
            std::any_of(family.implementations.begin(), family.implementations.end(),
                        [&](const auto& one) { return is_model_of(model, work, one.model_name); });
        return is_used && std::any_of(model.conditions.begin(), model.conditions.end(),
                                      [&](const fit::Condition& condition) {
                                          return condition.parameter == instance;
                                      });
    });
}

bool records(const Work& work, const std::string& parameter) {
    return std::any_of(work.inputs.begin(), work.inputs.end(),
                       [&](const InputGroup& input) { return input.texts.count(parameter) != 0; });
}

} // namespace

std::optional<std::size_t> partner_of(const SelectionProblem& problem, const Work& work,
                                      const std::vector<Variable>& variables, std::size_t own) {
    std::optional<std::size_t> partner;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const auto& instance = variables[i].instance;
        if (i == own || records(work, instance) ||
            !depends_on(problem, work, problem.families[variables[own].family], instance)) {
            continue;
        }
        if (partner) {
            throw base::Error(problem.file, "models of " + work.name +
                                                " depend on the classes of both " +
                                                variables[*partner].instance + " and " + instance +
                                                "; one is possible, fix the other");
        }
        partner = i;
    }
    return partner;
}

Work beside(Work work, const std::string& instance, const Candidate& other) {
    for (auto& input : work.inputs) {
        input.texts[instance] = other.class_name;
    }
    return work;
}

} // namespace proxima::select
