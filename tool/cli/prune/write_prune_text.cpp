#include "prune/prune_writers.hpp"
#include "report/table/tree_guides.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
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
constexpr std::size_t most_dropped = 8;
constexpr std::size_t most_components = 20;

class PruneTextWriter {
public:
    PruneTextWriter(const PrunedRun& run, const Terminal& terminal, Output& output)
        : run_(run), unicode_(terminal.unicode), output_(output),
          name_width_(std::max(terminal.width, numbers_width + narrowest_name) - numbers_width) {}

    void write(std::size_t rows) {
        write_head();
        write_core(rows);
        write_dropped();
        write_bound();
        write_components("instance", run_.instances);
        write_components("method", run_.methods);
        write_sensitivity();
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
        output_.print("instances: {} of {} kept; methods: {} of {}\n\n", kept.kept_groups,
                      kept.groups, run_.by_method.kept_groups, run_.by_method.groups);
    }

    /// The kept nodes that take most, as a graph of their own.
    rundir::CallGraph largest_kept(std::size_t rows, std::vector<std::size_t>& origin) const {
        std::vector<double> times;
        for (std::size_t i = 0; i < run_.fates.size(); ++i) {
            if (run_.fates[i] == Fate::kept) {
                times.push_back(inclusive(i));
            }
        }
        double least = 0;
        if (times.size() > rows) {
            const auto last = times.begin() + static_cast<std::ptrdiff_t>(rows - 1);
            std::nth_element(times.begin(), last, times.end(), std::greater<>());
            least = *last;
        }
        rundir::CallGraph core;
        std::vector<std::size_t> path; // in the core, from the root to the parent
        for (std::size_t i = 0; i < run_.fates.size() && origin.size() < rows; ++i) {
            const auto& node = run_.graph.nodes[i];
            const bool is_shown = run_.fates[i] == Fate::kept && inclusive(i) >= least;
            while (!path.empty() && run_.graph.nodes[origin[path.back()]].subtree_end <= i) {
                core.nodes[path.back()].subtree_end = core.nodes.size();
                path.pop_back();
            }
            const auto parent = path.empty() ? Node::no_parent : origin[path.back()];
            if (is_shown && parent == node.parent) {
                path.push_back(core.nodes.size());
                origin.push_back(i);
                core.nodes.push_back(node);
            }
        }
        for (const auto open : path) {
            core.nodes[open].subtree_end = core.nodes.size();
        }
        return core;
    }

    void write_core(std::size_t rows) {
        std::vector<std::size_t> origin;
        const auto core = largest_kept(rows, origin);
        TreeGuides guides(unicode_, most_guide_levels);
        row("core", "incl", "share", "excl", "calls");
        for (const auto& shown : tree_rows(core, {})) {
            const auto before = guides.before_name(shown);
            const auto used = std::min(display_width(before), name_width_ - 4);
            const auto node = origin[shown.node];
            const auto& graph = run_.graph;
            time_row(before + shorten_name(graph.component(graph.nodes[node]).name,
                                           name_width_ - used, unicode_),
                     node, human_count(graph.nodes[node].statistics.calls));
        }
        if (origin.size() < run_.by_instance.kept_nodes) {
            output_.print("and {} (all: --json, or --rows N)\n",
                          plural(run_.by_instance.kept_nodes - origin.size(), "smaller node"));
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
            time_row(shorten_name(path_of(branches[i]), name_width_, unicode_), branches[i],
                     run_.fates[branches[i]] == Fate::insignificant_children ? "alpha" : "beta");
        }
        if (shown < branches.size()) {
            output_.print("and {}\n", plural(branches.size() - shown, "smaller one"));
        }
    }

    /// With the caller, since a component may be kept elsewhere.
    std::string path_of(std::size_t node) const {
        const auto& graph = run_.graph;
        const auto parent = graph.nodes[node].parent;
        const auto& name = graph.component(graph.nodes[node]).name;
        return parent == Node::no_parent ? name
                                         : name + " < " + graph.component(graph.nodes[parent]).name;
    }

    void write_bound() {
        const auto& kept = run_.by_instance;
        if (kept.dropped <= 0) {
            output_.write("\n");
            return;
        }
        output_.print("\nThe dropped branches hold {}, {} of the time; no choice there can save\n"
                      "more. Of that {} is of instances that are kept nowhere. If choices\n"
                      "among the kept save 10% of the time, at most {} of all that can be\n"
                      "saved lies in what is dropped. Twice as slow there costs up to {}.\n\n",
                      human_time(kept.dropped), human_share(kept.dropped_share()),
                      human_time(run_.unreached_us), human_share(kept.share_of_improvement(0.1)),
                      human_share(kept.dropped_share()));
    }

    void write_components(const char* title, const std::vector<PrunedComponent>& components) {
        row(title, "excl", "share", "kept", "nodes");
        const auto shown = std::min(components.size(), most_components);
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& component = components[i];
            row(shorten_name(component.name, name_width_, unicode_), human_time(component.own_us),
                human_share(share(component.own_us)), human_count(component.kept_nodes),
                human_count(component.nodes));
        }
        if (shown < components.size()) {
            output_.print("and {}\n", plural(components.size() - shown, "smaller one"));
        }
        output_.write("\n");
    }

    void write_sensitivity() {
        output_.write("nodes kept, instances kept, share of the time dropped\n");
        output_.print("{}", pad_right("alpha", 7));
        for (const double beta : run_.betas) {
            output_.print(" {}", pad_left(fmt::format("beta {}", human_number(beta)), 13));
        }
        output_.write("\n");
        for (std::size_t a = 0; a < run_.alphas.size(); ++a) {
            output_.print("{}", pad_right(human_number(run_.alphas[a]), 7));
            for (std::size_t b = 0; b < run_.betas.size(); ++b) {
                const auto& effect = run_.sensitivity[a * run_.betas.size() + b];
                output_.print(" {}", pad_left(fmt::format("{} {}", human_count(effect.kept_nodes),
                                                          human_count(effect.kept_groups)),
                                              13));
            }
            output_.print("\n{}", pad_right("", 7));
            for (std::size_t b = 0; b < run_.betas.size(); ++b) {
                const auto& effect = run_.sensitivity[a * run_.betas.size() + b];
                output_.print(" {}", pad_left(human_share(effect.dropped_share()), 13));
            }
            output_.write("\n");
        }
    }

    const PrunedRun& run_;
    bool unicode_;
    Output& output_;
    std::size_t name_width_;
};

} // namespace

void write_prune_text(const PrunedRun& run, std::size_t rows, const Terminal& terminal,
                      Output& output) {
    PruneTextWriter(run, terminal, output).write(rows);
}

} // namespace proxima::cli
