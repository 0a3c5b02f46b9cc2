#include "kb/assembly_warnings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
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

std::vector<std::string> assembly_warnings(const knowledge::Assembly& assembly,
                                           const std::vector<Called>& called) {
    const std::string starts = "framework"; // as the framework calls itself
    std::set<std::string> connections;
    for (const auto& wire : assembly.connections) {
        connections.insert(
            connection(wire.user, wire.uses_port, wire.provider, wire.provides_port));
    }
    std::set<std::string> unknown;
    for (const auto& [instance, binding] : called) {
        if (assembly.implementations.count(instance) == 0) {
            unknown.insert(instance);
        } else if (!binding.empty() && binding.user != starts) {
            const auto name =
                connection(binding.user, binding.uses_port, instance, binding.provides_port);
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
