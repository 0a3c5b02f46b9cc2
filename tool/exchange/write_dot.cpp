#include "exchange/writers.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace proxima::exchange {
namespace {

using base::dot_string;
using rundir::CallGraph;

constexpr std::size_t longest_label_line = 36;

// Colours from pale yellow to red; the square root tells small shares apart.
std::string fill_color(double share) {
    const double heat = std::sqrt(std::clamp(share, 0.0, 1.0));
    const auto between = [heat](int cold, int hot) {
        return static_cast<int>(std::lround(cold + heat * (hot - cold)));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", between(255, 244), between(250, 109),
                       between(230, 67));
}

double share_of(double time, double total) {
    return total > 0 ? time / total : 0;
}

void write_node(const CallGraph& graph, std::size_t index, double total_us, text::Output& output) {
    const auto& node = graph.nodes[index];
    const auto& component = graph.component(node);
    const auto& times = node.statistics;
    const double share = share_of(times.inclusive_us, total_us);
    const auto name = text::shorten_middle(component.name, longest_label_line, true);
    output.print("  n{} [label=\"{}\\n{} of the time, {}\\n", index,
                 dot_string(text::clean_text(name)), text::human_share(share),
                 text::human_time(times.inclusive_us));
    if (node.subtree_end > index + 1) {
        output.print("itself {}, {}\\n", text::human_share(share_of(times.exclusive_us, total_us)),
                     text::human_time(times.exclusive_us));
    }
    output.print("{} call{}\", tooltip=\"{}\", fillcolor=\"{}\"];\n",
                 text::human_count(times.calls), times.calls == 1 ? "" : "s",
                 dot_string(text::clean_text(component.port + ": " + component.signature)),
                 fill_color(share));
}

void write_edge(std::size_t from, std::size_t to, double share, text::Output& output) {
    output.print("  n{} -> n{} [penwidth={:.2f}];\n", from, to, 0.5 + 4 * std::sqrt(share));
}

} // namespace

void write_dot(const CallGraph& graph, const text::TreeFilter& filter, text::Output& output) {
    output.write(
        "digraph callgraph {\n"
        "  graph [rankdir=TB, nodesep=0.25, ranksep=0.4, fontname=\"Helvetica\"];\n"
        "  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=11, "
        "color=\"#7f6a4f\"];\n"
        "  edge [color=\"#7f6a4f\", arrowsize=0.7];\n");
    const double total_us = graph.total_us();
    const auto rows = text::tree_rows(graph, filter);
    for (const auto& row : rows) {
        const auto& node = graph.nodes[row.node];
        write_node(graph, row.node, total_us, output);
        if (node.parent != rundir::Node::no_parent) {
            write_edge(node.parent, row.node, share_of(node.statistics.inclusive_us, total_us),
                       output);
        }
    }
    if (const auto others = text::others_text(graph, rows); !others.empty()) {
        output.print("  label=\"{} of the time, are not shown\";\n", others);
    }
    output.write("}\n");
}

} // namespace proxima::exchange
