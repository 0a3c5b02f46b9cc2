#include "exchange/writers.hpp"
#include "text/text.hpp"

#include <proxima/base/graphviz.hpp>
#include <proxima/base/units.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace proxima::exchange {
namespace {

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

void draw_node(const CallGraph& graph, std::size_t index, double total_us,
               base::Graphviz& drawing) {
    const auto& node = graph.nodes[index];
    const auto& component = graph.component(node);
    const auto& times = node.statistics;
    const double share = share_of(times.inclusive_us, total_us);
    std::vector<std::string> lines{
        text::clean_text(text::shorten_middle(component.name, longest_label_line, true)),
        base::human_share(share) + " of the time, " + base::human_time(times.inclusive_us)};
    if (node.subtree_end > index + 1) {
        lines.push_back("itself " + base::human_share(share_of(times.exclusive_us, total_us)) +
                        ", " + base::human_time(times.exclusive_us));
    }
    lines.push_back(base::plural(times.calls, "call"));
    drawing.node(std::to_string(index), lines,
                 {{"tooltip", text::clean_text(component.port + ": " + component.signature)},
                  {"fillcolor", fill_color(share)}});
    if (node.parent != rundir::Node::no_parent) {
        drawing.edge(std::to_string(node.parent), std::to_string(index),
                     {{"penwidth", fmt::format("{:.2f}", 0.5 + 4 * std::sqrt(share))}});
    }
}

} // namespace

void write_dot(const CallGraph& graph, const text::TreeFilter& filter, text::Output& output) {
    base::Graphviz drawing("callgraph", "rankdir=TB, nodesep=0.25, ranksep=0.4");
    const auto rows = text::tree_rows(graph, filter);
    for (const auto& row : rows) {
        draw_node(graph, row.node, graph.total_us(), drawing);
    }
    const auto others = text::others_text(graph, rows);
    output.write(drawing.end(others.empty() ? "" : others + " of the time, are not shown"));
}

} // namespace proxima::exchange
