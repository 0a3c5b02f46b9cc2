#include <proxima/prune/pruned_run.hpp>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace proxima::prune {
namespace {

using rundir::CallGraph;

// Returns, for each node, the number of its instance; instances count in order of appearance.
std::vector<std::size_t> instance_numbers(const CallGraph& graph) {
    std::unordered_map<std::string, std::size_t> known;
    std::vector<std::size_t> numbers;
    numbers.reserve(graph.nodes.size());
    for (const auto& node : graph.nodes) {
        numbers.push_back(
            known.emplace(graph.component(node).instance, known.size()).first->second);
    }
    return numbers;
}

std::vector<PrunedInstance> instances_of(const PrunedRun& run,
                                         const std::vector<std::size_t>& instance_of_node) {
    std::vector<PrunedInstance> result;
    for (std::size_t i = 0; i < run.graph.nodes.size(); ++i) {
        result.resize(std::max(result.size(), instance_of_node[i] + 1));
        auto& instance = result[instance_of_node[i]];
        instance.name = run.graph.component(run.graph.nodes[i]).instance;
        instance.own_us += run.graph.nodes[i].statistics.exclusive_us;
        instance.nodes += 1;
        instance.kept_nodes += run.fates[i] == Fate::kept ? 1 : 0;
    }
    std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
        return a.own_us != b.own_us ? a.own_us > b.own_us : a.name < b.name;
    });
    return result;
}

} // namespace

PrunedRun prune_run(CallGraph graph, const Thresholds& thresholds) {
    PrunedRun run;
    run.graph = std::move(graph);
    run.thresholds = thresholds;
    const auto forest = timed_forest(run.graph);
    const auto instances = instance_numbers(run.graph);
    run.fates = prune(forest, thresholds);
    run.by_instance = summary(forest, run.fates, instances);
    run.instances = instances_of(run, instances);
    return run;
}

} // namespace proxima::prune
