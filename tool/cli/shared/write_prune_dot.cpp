#include "shared/prune_writers.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>
#include <map>

namespace proxima::cli {
namespace {

using base::dot_string;
using prune::Fate;
using rundir::Node;

constexpr std::size_t longest_name = 36;
constexpr std::size_t most_named = 4; // dropped branches that a box names

class PruneDotWriter {
public:
    PruneDotWriter(const prune::PrunedRun& run, text::Output& output)
        : run_(run), nodes_(run.graph.nodes), output_(output) {}

    void write() {
        output_.write("digraph core {\n"
                      "  graph [rankdir=TB, nodesep=0.25, ranksep=0.4, fontname=\"Helvetica\"];\n"
                      "  node [shape=box, style=\"rounded\", fontname=\"Helvetica\", "
                      "fontsize=11];\n");
        std::map<std::size_t, std::vector<std::size_t>> dropped; // by parent
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (run_.fates[i] == Fate::kept) {
                write_kept(i);
            } else if (run_.fates[i] != Fate::below) {
                dropped[nodes_[i].parent].push_back(i);
            }
        }
        for (auto& [parent, branches] : dropped) {
            write_dropped(parent, branches);
        }
        write_label();
    }

private:
    double time(std::size_t node) const { return nodes_[node].statistics.inclusive_us; }

    std::string share(double us) const {
        return text::human_share(run_.by_instance.total > 0 ? us / run_.by_instance.total : 0);
    }

    std::string name(std::size_t node) const {
        return dot_string(base::printable(
            text::shorten_middle(run_.graph.component(nodes_[node]).name, longest_name, true)));
    }

    void write_kept(std::size_t node) {
        output_.print("  n{} [label=\"{}\\n{}, {}\"];\n", node, name(node),
                      text::human_time(time(node)), share(time(node)));
        if (nodes_[node].parent != Node::no_parent) {
            output_.print("  n{} -> n{};\n", nodes_[node].parent, node);
        }
    }

    void write_dropped(std::size_t parent, std::vector<std::size_t>& branches) {
        std::sort(branches.begin(), branches.end(),
                  [this](auto a, auto b) { return time(a) > time(b); });
        std::string lines = "dropped:";
        double rest_us = 0;
        for (std::size_t i = 0; i < branches.size(); ++i) {
            if (i < most_named || branches.size() == most_named + 1) {
                lines += "\\n" + name(branches[i]) + ", " + share(time(branches[i]));
            } else {
                rest_us += time(branches[i]);
            }
        }
        if (branches.size() > most_named + 1) {
            lines +=
                fmt::format("\\nand {} more, {}", branches.size() - most_named, share(rest_us));
        }
        output_.print("  d{} [label=\"{}\", style=\"filled,rounded\", fillcolor=\"#d4d4d4\", "
                      "color=\"#a0a0a0\", fontcolor=\"#505050\", fontsize=10];\n",
                      branches.front(), lines);
        if (parent != Node::no_parent) {
            output_.print("  n{} -> d{} [color=\"#a0a0a0\"];\n", parent, branches.front());
        }
    }

    void write_label() {
        const auto& kept = run_.by_instance;
        output_.print(
            "  label=\"alpha {}, beta {}: {} of {} nodes kept; {} dropped (grey, and below grey) "
            "take {} of the time\";\n}}\n",
            run_.thresholds.alpha, run_.thresholds.beta, kept.kept_nodes, kept.nodes,
            kept.nodes - kept.kept_nodes, text::human_share(kept.dropped_share()));
    }

    const prune::PrunedRun& run_;
    const std::vector<Node>& nodes_;
    text::Output& output_;
};

} // namespace

void write_prune_dot(const prune::PrunedRun& run, text::Output& output) {
    PruneDotWriter(run, output).write();
}

} // namespace proxima::cli
