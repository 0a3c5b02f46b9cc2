#include "shared/prune_writers.hpp"
#include "text/table.hpp"
#include "text/tree_view.hpp"

#include <proxima/base/units.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace proxima::cli {
namespace {

using prune::Fate;
using rundir::Node;

constexpr std::size_t most_guide_levels = 12;
constexpr std::size_t most_nodes = 40;
constexpr std::size_t most_dropped = 8;
constexpr std::size_t most_instances = 20;

class PruneTextWriter {
public:
    PruneTextWriter(const ShownPruning& shown, const text::Terminal& terminal, text::Output& output)
        : shown_(shown), run_(shown.run), terminal_(terminal), output_(output) {}

    void write() {
        write_head();
        write_core();
        write_dropped();
        write_bound();
        write_instances();
    }

private:
    std::string share(double time) const {
        return base::human_share(run_.by_instance.total > 0 ? time / run_.by_instance.total : 0);
    }

    text::Table table(const char* title, const char* last) const {
        return {title, {{"incl", 4}, {"of calls", 3}, {"excl", 2}, {last, 1}}, terminal_};
    }

    std::vector<std::string> times_of(std::size_t node, const std::string& last) const {
        const auto& times = run_.graph.nodes[node].statistics;
        return {base::human_time(times.inclusive_us), share(times.inclusive_us),
                base::human_time(times.exclusive_us), last};
    }

    void write_head() {
        const auto& kept = run_.by_instance;
        output_.print("alpha {}, beta {}: {} of {} kept\n", run_.thresholds.alpha,
                      run_.thresholds.beta, base::human_count(kept.kept_nodes),
                      base::plural(kept.nodes, "node"));
        output_.print("instances: {} of {} kept\n", kept.kept_groups, kept.groups);
        if (shown_.models) {
            write_source();
        }
        output_.write("\n");
    }

    // Notes that times come from models.
    void write_source() {
        const auto& made = shown_.models->times;
        std::string at;
        for (const auto& [name, value] : shown_.models->values) {
            at += (at.empty() ? " at " : ", ") + name + " = " + base::human_number(value);
        }
        output_.print("times: from models{} for {}; the other {} as measured\n", at,
                      base::plural(made.nodes, "node"), share(made.measured_us));
    }

    double inclusive(std::size_t node) const {
        return run_.graph.nodes[node].statistics.inclusive_us;
    }

    bool is_kept(std::size_t node) const { return run_.fates[node] == Fate::kept; }

    // The inclusive time of the last of the largest that are kept; 0 if all are shown.
    double least_shown() const {
        std::vector<double> times;
        for (std::size_t node = 0; node < run_.fates.size(); ++node) {
            if (is_kept(node)) {
                times.push_back(inclusive(node));
            }
        }
        if (times.size() <= most_nodes) {
            return 0;
        }
        const auto last = times.begin() + most_nodes - 1;
        std::nth_element(times.begin(), last, times.end(), std::greater<>());
        return *last;
    }

    void write_core() {
        text::TreeFilter filter;
        filter.is_wanted = [this, least = least_shown()](std::size_t node) {
            return is_kept(node) && inclusive(node) >= least;
        };
        auto rows = text::tree_rows(run_.graph, filter);
        rows.resize(std::min(rows.size(), most_nodes)); // equal times can exceed the limit
        text::TreeGuides guides(terminal_.unicode, most_guide_levels);
        auto core = table("core", "calls");
        for (const auto& row : rows) {
            const auto& node = run_.graph.nodes[row.node];
            core.add({run_.graph.component(node).name,
                      times_of(row.node, base::human_count(node.statistics.calls)), 0,
                      guides.width(row.depth)});
        }
        core.lay_out();
        core.write_titles(output_);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            core.write_row(core.rows()[i], guides.before_name(rows[i]), output_);
        }
        if (rows.size() < run_.by_instance.kept_nodes) {
            output_.print("and {}; --json and --dot have all\n",
                          base::plural(run_.by_instance.kept_nodes - rows.size(), "smaller node"));
        }
        output_.write("\n");
    }

    void write_dropped() {
        std::vector<std::size_t> branches;
        for (std::size_t i = 0; i < run_.fates.size(); ++i) {
            if (!is_kept(i) && run_.fates[i] != Fate::below) {
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
        auto dropped = table("dropped branches", "because");
        for (std::size_t i = 0; i < shown; ++i) {
            const bool is_alpha = run_.fates[branches[i]] == Fate::insignificant_children;
            dropped.add({path_of(branches[i]), times_of(branches[i], is_alpha ? "alpha" : "beta")});
        }
        dropped.write(output_);
        if (shown < branches.size()) {
            output_.print("and {}\n", base::plural(branches.size() - shown, "smaller one"));
        }
    }

    // Names the caller, too: the component may be kept elsewhere.
    std::string path_of(std::size_t node) const {
        const auto& graph = run_.graph;
        const auto parent = graph.nodes[node].parent;
        const auto& name = graph.component(graph.nodes[node]).name;
        return parent == Node::no_parent ? name
                                         : name + " < " + graph.component(graph.nodes[parent]).name;
    }

    void write_bound() {
        const auto& kept = run_.by_instance;
        output_.write("\n");
        if (kept.dropped <= 0) {
            return;
        }
        const auto change = [&](double factor) {
            return base::human_share(std::abs(kept.change_if_slower(factor)));
        };
        output_.print("The dropped parts take {}, {} of the time. If only they\n"
                      "change, the {} changes by at most:\n"
                      "  free           -{}\n"
                      "  twice as slow  +{}\n"
                      "  10 times       +{}\n"
                      "  k times        +(k - 1) x {}\n",
                      base::human_time(kept.dropped), change(0),
                      shown_.is_parallel ? "time of all threads and ranks" : "run", change(0),
                      change(2), change(10), change(2));
        if (shown_.is_parallel) {
            output_.print("and the elapsed time by at most {} (free or twice as slow).\n",
                          base::human_time(kept.dropped));
        }
        output_.write("\n");
    }

    void write_instances() {
        text::Table instances("instance", {{"excl", 4}, {"of calls", 3}, {"kept", 2}, {"nodes", 1}},
                              terminal_);
        const auto shown = std::min(run_.instances.size(), most_instances);
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& instance = run_.instances[i];
            instances.add(
                {instance.name,
                 {base::human_time(instance.own_us), share(instance.own_us),
                  base::human_count(instance.kept_nodes), base::human_count(instance.nodes)}});
        }
        instances.write(output_);
        if (shown < run_.instances.size()) {
            output_.print("and {}\n", base::plural(run_.instances.size() - shown, "smaller one"));
        }
    }

    const ShownPruning& shown_;
    const prune::PrunedRun& run_;
    const text::Terminal& terminal_;
    text::Output& output_;
};

} // namespace

void write_prune_text(const ShownPruning& shown, const text::Terminal& terminal,
                      text::Output& output) {
    PruneTextWriter(shown, terminal, output).write();
}

} // namespace proxima::cli
