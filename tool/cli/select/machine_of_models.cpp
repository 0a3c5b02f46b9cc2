#include "select/machine_of_models.hpp"

#include "kb/machine_warnings.hpp"

#include <set>

namespace proxima::cli {

std::vector<std::string> machine_warnings(const model::SelectionProblem& problem,
                                          const knowledge::Machine& wanted) {
    std::set<std::string> names;
    for (const auto& family : problem.families) {
        for (const auto& one : family.implementations) {
            names.insert(one.model_name);
        }
    }
    std::vector<ModelOrigin> origins;
    for (const auto& model : problem.models) {
        if (names.count(model.implementation) > 0) {
            origins.push_back({knowledge::machine_of_evidence(model.evidence.machine),
                               model.evidence.points > 0});
        }
    }
    return machine_warnings(origins, wanted);
}

} // namespace proxima::cli
