#include "shared/prune_writers.hpp"
#include "text/text.hpp"

#include <proxima/base/graphviz.hpp>
#include <proxima/base/text.hpp>
#include <proxima/base/units.hpp>

#include <algorithm>
#include <map>

namespace proxima::cli {
namespace {

using prune::Fate;
using rundir::Node;

constexpr std::size_t longest_name = 36;
constexpr std::size_t most_named = 4; // dropped branches that a box names

class PruneDotWriter {
public:
    PruneDotWriter(const prune::PrunedRun& run, text::Output& output)
        : run_(run), nodes_(run.graph.nodes), output_(output) {}

    void write() {
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
        output_.write(drawing_.end(label()));
    }

private:
    double time(std::size_t node) const { return nodes_[node].statistics.inclusive_us; }

    std::string share(double us) const {
        return base::human_share(run_.by_instance.total > 0 ? us / run_.by_instance.total : 0);
    }

    std::string name(std::size_t node) const {
        return base::printable(
            text::shorten_middle(run_.graph.component(nodes_[node]).name, longest_name, true));
    }

    void write_kept(std::size_t node) {
        drawing_.node(std::to_string(node),
                      {name(node), base::human_time(time(node)) + ", " + share(time(node))});
        if (nodes_[node].parent != Node::no_parent) {
            drawing_.edge(std::to_string(nodes_[node].parent), std::to_string(node));
        }
    }

    void write_dropped(std::size_t parent, std::vector<std::size_t>& branches) {
        std::sort(branches.begin(), branches.end(),
                  [this](auto a, auto b) { return time(a) > time(b); });
        std::vector<std::string> lines{"dropped:"};
        double rest_us = 0;
        for (std::size_t i = 0; i < branches.size(); ++i) {
            if (i < most_named || branches.size() == most_named + 1) {
                lines.push_back(name(branches[i]) + ", " + share(time(branches[i])));
            } else {
                rest_us += time(branches[i]);
            }
        }
        if (branches.size() > most_named + 1) {
            lines.push_back(
                fmt::format("and {} more, {}", branches.size() - most_named, share(rest_us)));
        }
        const auto id = std::to_string(branches.front());
        drawing_.node(id, lines,
                      {{"fillcolor", "#d4d4d4"}, {"color", "#a0a0a0"}, {"fontcolor", "#505050"}});
        if (parent != Node::no_parent) {
            drawing_.edge(std::to_string(parent), id, {{"color", "#a0a0a0"}});
        }
    }

    std::string label() const {
        const auto& kept = run_.by_instance;
        return fmt::format(
            "alpha {}, beta {}: {} of {} nodes kept; {} dropped (grey, and below grey) take {} of "
            "the time",
            run_.thresholds.alpha, run_.thresholds.beta, kept.kept_nodes, kept.nodes,
            kept.nodes - kept.kept_nodes, base::human_share(kept.dropped_share()));
    }

    const prune::PrunedRun& run_;
    const std::vector<Node>& nodes_;
    text::Output& output_;
    base::Graphviz drawing_{"core", "rankdir=TB, nodesep=0.25, ranksep=0.4"};
};

} // namespace

void write_prune_dot(const prune::PrunedRun& run, text::Output& output) {
    PruneDotWriter(run, output).write();
}

} // namespace proxima::cli
