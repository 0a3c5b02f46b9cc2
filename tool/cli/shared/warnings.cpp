#include "shared/warnings.hpp"

#include <proxima/base/units.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace proxima::cli {

std::vector<std::string> machine_warnings(const std::vector<ModelOrigin>& models,
                                          const knowledge::Machine& wanted) {
    std::set<std::string> machines;
    std::size_t elsewhere = 0;
    std::size_t nowhere = 0;
    for (const auto& model : models) {
        if (!knowledge::is_known(model.machine)) {
            nowhere += model.is_measured ? 1 : 0;
        } else if (!knowledge::is_same(model.machine, wanted)) {
            ++elsewhere;
            machines.insert(knowledge::description(model.machine));
        }
    }
    const std::string of_all = " of " + base::plural(models.size(), "model");
    std::vector<std::string> warnings;
    if (elsewhere > 0) {
        warnings.push_back(fmt::format("{}{} {} measured on another machine ({}) than {}; times "
                                       "there may be others, measure again",
                                       elsewhere, of_all, elsewhere == 1 ? "was" : "were",
                                       fmt::join(machines, "; "), knowledge::description(wanted)));
    }
    if (nowhere > 0) {
        warnings.push_back(fmt::format(
            "of {}{} it is not known on which one machine they were measured", nowhere, of_all));
    }
    return warnings;
}

std::vector<std::string> assembly_warnings(const assembly::Wiring& wiring,
                                           const rundir::CallGraph& called) {
    std::set<std::string> unknown;
    for (const auto& component : called.components) {
        unknown.insert(component.instance);
    }
    for (const auto& instance : wiring.instances) {
        unknown.erase(instance.instance);
    }
    if (unknown.empty()) {
        return {};
    }
    return {fmt::format("the run has calls of {}, which the assembly does not have; is it the one "
                        "that was run?",
                        fmt::join(unknown, ", "))};
}

} // namespace proxima::cli
