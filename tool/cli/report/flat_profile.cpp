#include "report/report_tables.hpp"
#include "text/table.hpp"

#include <proxima/base/units.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace proxima::cli {
namespace {

// Takes out of a node's times what they share with the closest caller of its group: all but what
// calls between them have handed over.
void leave_to_caller(rundir::Statistics& times, std::size_t node, const rundir::CallGraph& graph,
                     const std::vector<std::size_t>& group_of_component) {
    const auto group_of = [&](std::size_t of) {
        return group_of_component[graph.nodes[of].component];
    };
    double share = 1;
    std::size_t at = node;
    do {
        const auto& below = graph.nodes[at];
        if (below.statistics.inclusive_us > 0) {
            share *= rundir::within_caller(below, below.statistics).inclusive_us /
                     below.statistics.inclusive_us;
        }
        at = below.parent;
    } while (group_of(at) != group_of(node));
    times.inclusive_us *= 1 - share;
    times.communication_us *= 1 - share;
}

} // namespace

std::vector<FlatRow> flat_profile(const rundir::CallGraph& graph,
                                  const std::vector<std::size_t>& group_of_component) {
    struct Group {
        FlatRow row;
        std::size_t inside_until = 0; // the end of the outermost call that is open
    };
    std::map<std::size_t, Group> groups;
    const auto errors_us = graph.exclusive_errors_us();
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        const auto number = group_of_component[node.component];
        if (number == no_group) {
            continue;
        }
        auto& group = groups[number];
        auto more = node.statistics;
        if (i < group.inside_until) {
            leave_to_caller(more, i, graph, group_of_component);
        } else {
            group.inside_until = node.subtree_end;
        }
        group.row.component = node.component;
        group.row.threads = std::max(group.row.threads, more.threads.threads);
        group.row.exclusive_error_us = std::hypot(group.row.exclusive_error_us, errors_us[i]);
        merge(group.row.sums, more);
    }
    std::vector<FlatRow> rows;
    for (auto& [number, group] : groups) {
        rows.push_back(std::move(group.row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& left, const auto& right) {
        return left.sums.exclusive_us > right.sums.exclusive_us;
    });
    return rows;
}

std::vector<std::uint64_t> threads_of_methods(const rundir::CallGraph& graph,
                                              const rundir::MethodNumbers& methods) {
    std::vector<std::uint64_t> threads(methods.components.size());
    for (const auto& node : graph.nodes) {
        auto& most = threads[methods.of_component[node.component]];
        most = std::max(most, node.statistics.threads.threads);
    }
    return threads;
}

void write_flat_profile(const rundir::CallGraph& graph, const profile::WholeTime& whole,
                        std::size_t most, const text::Terminal& terminal, text::Output& output) {
    const auto methods = flat_profile(graph, rundir::MethodNumbers(graph).of_component);
    const auto shown = std::min(most, methods.size());
    text::Table table("method",
                      {{"calls", 6},
                       {"excl", 8, true},
                       {whole.column, 7},
                       {"incl", 5},
                       {"min", 2},
                       {"mean", 4},
                       {"max", 3},
                       {"dev", 1}},
                      terminal);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& sums = methods[i].sums;
        const auto of_calls = [&](double us) { // no call may have ended
            return sums.calls > 0 ? base::human_time(us) : "-";
        };
        table.add({graph.components[methods[i].component].name,
                   {base::human_count(sums.calls),
                    estimated_time(sums.exclusive_us, methods[i].exclusive_error_us),
                    whole.text(sums.exclusive_us, methods[i].threads),
                    estimated_time(sums.inclusive_us, sums.error_us), of_calls(sums.min_us),
                    of_calls(sums.mean_us), of_calls(sums.max_us), of_calls(sums.stddev_us)},
                   whole.share(sums.exclusive_us, methods[i].threads)});
    }
    table.write(output);
    if (shown < methods.size()) {
        const double hidden = std::accumulate(
            methods.begin() + static_cast<std::ptrdiff_t>(shown), methods.end(), 0.0,
            [](double sum, const FlatRow& method) { return sum + method.sums.exclusive_us; });
        write_others(methods.size() - shown, whole.text(hidden, whole.threads), terminal, output);
    }
}

} // namespace proxima::cli
