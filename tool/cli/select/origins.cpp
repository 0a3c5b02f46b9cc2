#include "select/origins.hpp"

#include "kb/machine_warnings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace proxima::cli {
namespace {

std::string connection(const std::string& user, const std::string& uses,
                       const std::string& provider, const std::string& provides) {
    return user + "." + uses + " to " + provider + "." + provides;
}

/// The first few, and how many more.
std::string some_of(const std::set<std::string>& names) {
    constexpr std::size_t most = 3;
    const auto end =
        std::next(names.begin(), static_cast<std::ptrdiff_t>(std::min(names.size(), most)));
    auto text = fmt::format("{}", fmt::join(names.begin(), end, ", "));
    return names.size() > most ? text + fmt::format(" and {} more", names.size() - most) : text;
}

} // namespace

std::vector<std::string> machine_warnings(const model::SelectionProblem& problem,
                                          const knowledge::Machine& wanted) {
    std::set<std::string> names;
    for (const auto& family : problem.families) {
        for (const auto& one : family.implementations) {
            names.insert(one.name);
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

std::vector<std::string> assembly_warnings(const assembly::Assembly& assembly,
                                           const rundir::CallGraph& graph) {
    const auto wiring = assembly::wiring_of(assembly);
    std::set<std::string> instances;
    std::set<std::string> connections;
    for (const auto& instance : wiring.instances) {
        instances.insert(instance.instance);
    }
    for (const auto& wire : wiring.wires) {
        connections.insert(connection(wire.user.instance, wire.user.port, wire.provider.instance,
                                      wire.provider.port));
    }
    std::set<std::string> unknown;
    for (const auto& component : graph.components) {
        const auto& binding = component.binding;
        if (instances.count(component.instance) == 0) {
            unknown.insert(component.instance);
        } else if (!binding.empty()) {
            const auto name = connection(binding.user, binding.uses_port, component.instance,
                                         binding.provides_port);
            if (connections.count(name) == 0) {
                unknown.insert(name);
            }
        }
    }
    if (unknown.empty()) {
        return {};
    }
    return {fmt::format("the run has calls of {}, which the assembly does not have; is it the one "
                        "that was run?",
                        some_of(unknown))};
}

} // namespace proxima::cli
