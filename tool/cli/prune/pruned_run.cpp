#include "prune/pruned_run.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace proxima::cli {
namespace {

using model::Fate;
using rundir::CallGraph;

constexpr std::array<double, 4> tried_thresholds{0.01, 0.05, 0.1, 0.2};

/// Numbers texts in the order in which they come.
class Numbering {
public:
    std::size_t number(const std::string& text) {
        return numbers_.emplace(text, numbers_.size()).first->second;
    }

private:
    std::unordered_map<std::string, std::size_t> numbers_;
};

/// For each component of the graph: the number of its instance.
std::vector<std::size_t> instance_numbers(const CallGraph& graph) {
    Numbering instances;
    std::vector<std::size_t> numbers;
    for (const auto& component : graph.components) {
        numbers.push_back(instances.number(component.instance));
    }
    return numbers;
}

model::TimedForest times_of(const CallGraph& graph) {
    static_assert(rundir::Node::no_parent == model::no_parent);
    model::TimedForest forest;
    forest.parents.reserve(graph.nodes.size());
    forest.times.reserve(graph.nodes.size());
    for (const auto& node : graph.nodes) {
        forest.parents.push_back(node.parent);
        forest.times.push_back(node.statistics.inclusive_us);
    }
    return forest;
}

std::vector<PrunedComponent> components(const CallGraph& graph, const std::vector<Fate>& fates,
                                        const std::vector<std::size_t>& group_of_node,
                                        bool are_instances) {
    std::vector<PrunedComponent> result;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        result.resize(std::max(result.size(), group_of_node[i] + 1));
        auto& group = result[group_of_node[i]];
        if (group.nodes++ == 0) {
            const auto& component = graph.component(graph.nodes[i]);
            group.name = are_instances ? component.instance : component.name;
        }
        const auto own = graph.nodes[i].statistics.exclusive_us;
        group.own_us += own;
        if (fates[i] == Fate::kept) {
            ++group.kept_nodes;
            group.kept_own_us += own;
        }
    }
    std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
        return a.own_us != b.own_us ? a.own_us > b.own_us : a.name < b.name;
    });
    return result;
}

std::vector<double> tried(double chosen) {
    std::vector<double> values(tried_thresholds.begin(), tried_thresholds.end());
    values.push_back(chosen);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

} // namespace

PrunedRun prune_run(CallGraph graph, const model::Thresholds& thresholds, PruneBy by) {
    PrunedRun run;
    run.graph = by == PruneBy::instance ? rundir::by_instance(graph) : std::move(graph);
    const auto instance_of_component = instance_numbers(run.graph);
    std::vector<std::size_t> methods;
    std::vector<std::size_t> instances;
    methods.reserve(run.graph.nodes.size());
    instances.reserve(run.graph.nodes.size());
    for (const auto& node : run.graph.nodes) {
        methods.push_back(node.component);
        instances.push_back(instance_of_component[node.component]);
    }
    const model::Pruner pruner(times_of(run.graph));
    run.thresholds = thresholds;
    run.fates = pruner.prune(thresholds);
    run.by_instance = summary(pruner, run.fates, instances);
    run.by_method = summary(pruner, run.fates, methods);
    run.unreached_us = unreached_time(pruner, run.fates, instances);
    run.alphas = tried(thresholds.alpha);
    run.betas = tried(thresholds.beta);
    run.sensitivity = sensitivity(pruner, run.alphas, run.betas, instances);
    run.methods = components(run.graph, run.fates, methods, false);
    run.instances = components(run.graph, run.fates, instances, true);
    return run;
}

} // namespace proxima::cli
