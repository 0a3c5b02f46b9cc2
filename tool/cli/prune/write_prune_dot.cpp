#include "common/dot_text.hpp"
#include "prune/prune_writers.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

namespace proxima::cli {
namespace {

using model::Fate;
using tool::dot_string;

constexpr std::size_t longest_name = 36;
constexpr std::size_t most_nodes_in_full = 500;

} // namespace

void write_prune_dot(const PrunedRun& run, Output& output) {
    const auto& graph = run.graph;
    const bool in_full = graph.nodes.size() <= most_nodes_in_full;
    const double total = run.by_instance.total;
    output.write("digraph core {\n"
                 "  graph [rankdir=TB, nodesep=0.25, ranksep=0.4, fontname=\"Helvetica\"];\n"
                 "  node [shape=box, style=\"rounded\", fontname=\"Helvetica\", fontsize=11];\n");
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        const auto fate = run.fates[i];
        if (fate == Fate::below && !in_full) {
            continue;
        }
        const auto below = node.subtree_end - i - 1;
        output.print(
            "  n{} [label=\"{}\\n{}, {}{}\"{}];\n", i,
            dot_string(printable(shorten_middle(graph.component(node).name, longest_name, true))),
            human_time(node.statistics.inclusive_us),
            human_share(total > 0 ? node.statistics.inclusive_us / total : 0),
            fate != Fate::kept && !in_full && below > 0
                ? "\\nand " + plural(below, "node") + " below"
                : "",
            fate == Fate::kept ? ""
                               : ", style=\"filled,rounded\", fillcolor=\"#c8c8c8\", "
                                 "fontcolor=\"#606060\"");
        if (node.parent != rundir::Node::no_parent) {
            output.print("  n{} -> n{}{};\n", node.parent, i,
                         fate == Fate::kept ? "" : " [color=\"#a0a0a0\"]");
        }
    }
    output.print(
        "  label=\"alpha {}, beta {}: {} of {} nodes kept, {} of the time dropped\";\n}}\n",
        run.thresholds.alpha, run.thresholds.beta, run.by_instance.kept_nodes,
        run.by_instance.nodes, human_share(run.by_instance.dropped_share()));
}

} // namespace proxima::cli
