#include "report/report_tables.hpp"
#include "report/table.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace proxima::cli {
namespace {

/// All calls through one connection.
struct ConnectionUse {
    std::string name; ///< `user.port -> provider.port`
    std::uint64_t calls = 0;
    double inclusive_us = 0; ///< calls within calls through the same connection counted once
    double exclusive_us = 0;
    double communication_us = 0;
};

std::string name_of(const rundir::Component& component) {
    const auto& binding = component.binding;
    return binding.empty() ? std::string()
                           : binding.user + "." + binding.uses_port + " -> " + component.instance +
                                 "." + binding.provides_port;
}

/// Follows the graph in preorder; `open` are the connections from the root to the node before.
std::vector<ConnectionUse> connection_uses(const rundir::CallGraph& graph) {
    std::map<std::string, ConnectionUse> uses;
    std::vector<std::string> open;
    for (const auto& node : graph.nodes) {
        open.resize(node.depth);
        const auto name = name_of(graph.component(node));
        if (!name.empty()) {
            const bool is_inner = std::find(open.begin(), open.end(), name) != open.end();
            auto& use = uses[name];
            use.name = name;
            use.calls += node.statistics.calls;
            use.exclusive_us += node.statistics.exclusive_us;
            use.inclusive_us += is_inner ? 0 : node.statistics.inclusive_us;
            use.communication_us += is_inner ? 0 : node.statistics.communication_us;
        }
        open.push_back(name);
    }
    std::vector<ConnectionUse> sorted;
    for (auto& [name, use] : uses) {
        sorted.push_back(std::move(use));
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& left, const auto& right) {
        return left.inclusive_us > right.inclusive_us;
    });
    return sorted;
}

} // namespace

void write_connection_table(const rundir::CallGraph& graph, const WholeTime& whole,
                            const Terminal& terminal, Output& output) {
    const auto uses = connection_uses(graph);
    Terminal wide = terminal; // names that differ in the middle are to be told apart
    for (const auto& use : uses) {
        constexpr std::size_t one_column = 9;
        wide.width = std::max(wide.width, display_width(use.name) + one_column);
    }
    Table table("connection",
                {{"calls", 5}, {"incl", 4}, {whole.column, 3}, {"excl", 2}, {"comm", 1}}, wide);
    for (const auto& use : uses) {
        table.add(
            {use.name,
             {human_count(use.calls), human_time(use.inclusive_us), whole.text(use.inclusive_us),
              human_time(use.exclusive_us), human_time(use.communication_us)}});
    }
    if (!uses.empty()) {
        output.write("\n");
        table.write(output, wide.width);
    }
}

} // namespace proxima::cli
