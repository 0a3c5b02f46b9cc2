#include "report/report_tables.hpp"
#include "text/table.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace proxima::cli {
namespace {

// `user.port -> provider.port`; empty: called without a connection.
std::string name_of(const rundir::CallSite& component) {
    const auto& binding = component.binding;
    return binding->empty() ? std::string()
                            : binding->user + "." + binding->uses_port + " -> " +
                                  component.instance + "." + binding->provides_port;
}

// The number of the connection of each component.
std::vector<std::size_t> connections_of(const rundir::CallGraph& graph) {
    std::map<std::string, std::size_t> numbers{{"", no_group}};
    std::vector<std::size_t> connections;
    for (const auto& component : graph.components) {
        const auto name = name_of(component);
        connections.push_back(numbers.try_emplace(name, numbers.size()).first->second);
    }
    return connections;
}

} // namespace

void write_connection_table(const rundir::CallGraph& graph, const profile::WholeTime& whole,
                            const text::Terminal& terminal, text::Output& output) {
    auto uses = flat_profile(graph, connections_of(graph));
    std::stable_sort(uses.begin(), uses.end(), [](const auto& left, const auto& right) {
        return left.sums.inclusive_us > right.sums.inclusive_us;
    });
    const auto name = [&](const FlatRow& use) { return name_of(graph.components[use.component]); };
    text::Terminal wide = terminal; // names that differ in the middle are to be told apart
    for (const auto& use : uses) {
        constexpr std::size_t one_column = 9;
        wide.width = std::max(wide.width, text::display_width(name(use)) + one_column);
    }
    text::Table table("connection",
                      {{"calls", 5}, {"incl", 4}, {whole.column, 3}, {"excl", 2}, {"comm", 1}},
                      wide);
    for (const auto& use : uses) {
        const auto& sums = use.sums;
        table.add({name(use),
                   {base::human_count(sums.calls), estimated_time(sums.inclusive_us, sums.error_us),
                    whole.text(sums.inclusive_us, use.threads),
                    estimated_time(sums.exclusive_us, use.exclusive_error_us),
                    base::human_time(sums.communication_us)}});
    }
    if (!uses.empty()) {
        output.write("\n");
        table.write(output, wide.width);
    }
}

} // namespace proxima::cli
