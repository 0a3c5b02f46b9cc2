#include "prune/prune_writers.hpp"
#include "text/text.hpp"
#include "text/tree_view.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

namespace proxima::cli {
namespace {

using model::Fate;
using rundir::Node;

constexpr std::size_t numbers_width = 34; // of the columns right of names
constexpr std::size_t narrowest_name = 20;
constexpr std::size_t most_guide_levels = 12;
constexpr std::size_t most_nodes = 40;
constexpr std::size_t most_dropped = 8;
constexpr std::size_t most_instances = 20;

class PruneTextWriter {
public:
    PruneTextWriter(const PrunedRun& run, const Terminal& terminal, Output& output)
        : run_(run), unicode_(terminal.unicode), output_(output),
          name_width_(std::max(terminal.width, numbers_width + narrowest_name) - numbers_width) {}

    void write() {
        write_head();
        write_core();
        write_dropped();
        write_bound();
        write_instances();
        write_other_thresholds();
    }

private:
    double share(double time) const {
        return run_.by_instance.total > 0 ? time / run_.by_instance.total : 0;
    }

    void row(const std::string& name, const std::string& first, const std::string& second,
             const std::string& third, const std::string& fourth) {
        output_.print("{} {} {} {} {}\n", pad_right(name, name_width_), pad_left(first, 8),
                      pad_left(second, 7), pad_left(third, 7), pad_left(fourth, 8));
    }

    void time_row(const std::string& name, std::size_t node, const std::string& last) {
        const auto& times = run_.graph.nodes[node].statistics;
        row(name, human_time(times.inclusive_us), human_share(share(times.inclusive_us)),
            human_time(times.exclusive_us), last);
    }

    void write_head() {
        const auto& kept = run_.by_instance;
        output_.print("alpha {}, beta {}: {} of {} kept\n", run_.thresholds.alpha,
                      run_.thresholds.beta, human_count(kept.kept_nodes),
                      plural(kept.nodes, "node"));
        output_.print("instances: {} of {} kept\n", kept.kept_groups, kept.groups);
        if (run_.models) {
            write_source();
        }
        output_.write("\n");
    }

    /// Notes that times come from models.
    void write_source() {
        const auto& made = run_.models->times;
        std::string at;
        for (const auto& [name, value] : run_.models->values) {
            at += (at.empty() ? " at " : ", ") + name + " = " + human_number(value);
        }
        output_.print("times: from models{} for {}; the other {} as measured\n", at,
                      plural(made.nodes, "node"), human_share(share(made.measured_us)));
    }

    /// The kept nodes as a graph; `origin` has their numbers in the whole graph.
    rundir::CallGraph kept_graph(std::vector<std::size_t>& origin) const {
        rundir::CallGraph core;
        std::vector<std::size_t> place(run_.fates.size());
        for (std::size_t i = 0; i < run_.fates.size(); ++i) {
            if (run_.fates[i] == Fate::kept) {
                place[i] = core.nodes.size();
                origin.push_back(i);
                core.nodes.push_back(run_.graph.nodes[i]);
                auto& node = core.nodes.back();
                node.parent = node.parent == Node::no_parent ? node.parent : place[node.parent];
                node.subtree_end = 0;
            }
        }
        for (auto i = core.nodes.size(); i-- > 0;) {
            auto& node = core.nodes[i];
            node.subtree_end = std::max(node.subtree_end, i + 1);
            if (node.parent != Node::no_parent) {
                auto& end = core.nodes[node.parent].subtree_end;
                end = std::max(end, node.subtree_end);
            }
        }
        return core;
    }

    /// The share of the total that `count` nodes reach.
    static double share_of_largest(const rundir::CallGraph& graph, std::size_t count) {
        std::vector<double> times;
        for (const auto& node : graph.nodes) {
            times.push_back(node.statistics.inclusive_us);
        }
        if (times.size() <= count || graph.total_us() <= 0) {
            return 0;
        }
        const auto last = times.begin() + static_cast<std::ptrdiff_t>(count - 1);
        std::nth_element(times.begin(), last, times.end(), std::greater<>());
        return *last / graph.total_us();
    }

    void write_core() {
        std::vector<std::size_t> origin;
        const auto core = kept_graph(origin);
        auto rows = tree_rows(core, {TreeFilter().depth, share_of_largest(core, most_nodes)});
        rows.resize(std::min(rows.size(), most_nodes)); // of equal ones there may be more
        TreeGuides guides(unicode_, most_guide_levels);
        row("core", "incl", "share", "excl", "calls");
        for (const auto& shown : rows) {
            const auto before = guides.before_name(shown);
            const auto used = std::min(display_width(before), name_width_ - 4);
            const auto& node = run_.graph.nodes[origin[shown.node]];
            time_row(before + shorten_name(run_.graph.component(node).name, name_width_ - used,
                                           unicode_),
                     origin[shown.node], human_count(node.statistics.calls));
        }
        if (rows.size() < core.nodes.size()) {
            output_.print("and {}; --json and --dot have all\n",
                          plural(core.nodes.size() - rows.size(), "smaller node"));
        }
        output_.write("\n");
    }

    double inclusive(std::size_t node) const {
        return run_.graph.nodes[node].statistics.inclusive_us;
    }

    void write_dropped() {
        std::vector<std::size_t> branches;
        for (std::size_t i = 0; i < run_.fates.size(); ++i) {
            if (run_.fates[i] != Fate::kept && run_.fates[i] != Fate::below) {
                branches.push_back(i);
            }
        }
        if (branches.empty()) {
            output_.write("Nothing is dropped.\n");
            return;
        }
        const auto shown = std::min(branches.size(), most_dropped);
        std::partial_sort(branches.begin(), branches.begin() + static_cast<std::ptrdiff_t>(shown),
                          branches.end(),
                          [this](auto a, auto b) { return inclusive(a) > inclusive(b); });
        row("dropped branches", "incl", "share", "excl", "because");
        for (std::size_t i = 0; i < shown; ++i) {
            time_row(path_of(branches[i]), branches[i],
                     run_.fates[branches[i]] == Fate::insignificant_children ? "alpha" : "beta");
        }
        if (shown < branches.size()) {
            output_.print("and {}\n", plural(branches.size() - shown, "smaller one"));
        }
    }

    /// With the caller: a component may be kept elsewhere.
    std::string path_of(std::size_t node) const {
        const auto& graph = run_.graph;
        const auto parent = graph.nodes[node].parent;
        const auto& name = graph.component(graph.nodes[node]).name;
        const auto half = (name_width_ - 3) / 2;
        return parent == Node::no_parent
                   ? shorten_name(name, name_width_, unicode_)
                   : shorten_name(name, half, unicode_) + " < " +
                         shorten_name(graph.component(graph.nodes[parent]).name, half, unicode_);
    }

    void write_bound() {
        const auto& kept = run_.by_instance;
        output_.write("\n");
        if (kept.dropped <= 0) {
            return;
        }
        const auto change = [&](double factor) {
            return human_share(std::abs(kept.change_if_slower(factor)));
        };
        output_.print("The dropped parts take {}, {} of the time. If only they\n"
                      "change, the {} changes by at most:\n"
                      "  free           -{}\n"
                      "  twice as slow  +{}\n"
                      "  10 times       +{}\n"
                      "  k times        +(k - 1) x {}\n",
                      human_time(kept.dropped), change(0),
                      run_.is_parallel ? "time of all threads and ranks" : "run", change(0),
                      change(2), change(10), change(2));
        if (run_.is_parallel) {
            output_.print("and the elapsed time by at most {} (free or twice as slow).\n",
                          human_time(kept.dropped));
        }
        output_.write("\n");
    }

    void write_instances() {
        row("instance", "excl", "share", "kept", "nodes");
        const auto shown = std::min(run_.instances.size(), most_instances);
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& instance = run_.instances[i];
            row(shorten_name(instance.name, name_width_, unicode_), human_time(instance.own_us),
                human_share(share(instance.own_us)), human_count(instance.kept_nodes),
                human_count(instance.nodes));
        }
        if (shown < run_.instances.size()) {
            output_.print("and {}\n", plural(run_.instances.size() - shown, "smaller one"));
        }
        output_.write("\n");
    }

    void write_other_thresholds() {
        output_.write("alpha and beta  nodes kept  instances kept  time dropped\n");
        for (const auto& other : run_.others) {
            output_.print("{} {} {} {}\n", pad_left(human_number(other.threshold), 14),
                          pad_left(human_count(other.summary.kept_nodes), 11),
                          pad_left(human_count(other.summary.kept_groups), 15),
                          pad_left(human_share(other.summary.dropped_share()), 13));
        }
    }

    const PrunedRun& run_;
    bool unicode_;
    Output& output_;
    std::size_t name_width_;
};

} // namespace

void write_prune_text(const PrunedRun& run, const Terminal& terminal, Output& output) {
    PruneTextWriter(run, terminal, output).write();
}

} // namespace proxima::cli
