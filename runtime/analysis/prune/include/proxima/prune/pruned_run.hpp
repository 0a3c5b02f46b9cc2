// Prunes a call graph and adds up what is kept of each instance.
//
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_call_graph(run.call_graph_file());
//     const auto pruned = prune::prune_run(graph, {0.1, 0.1});
//     const auto& sums = pruned.by_instance;
//     std::printf("%zu of %zu nodes\n", sums.kept_nodes, sums.nodes);
//
// Errors: prune_run() throws std::invalid_argument if a threshold is out of its range.
#pragma once

#include <proxima/prune/pruning.hpp>
#include <proxima/rundir/call_graph.hpp>

#include <string>
#include <vector>

namespace proxima::prune {

/// An instance, over all its nodes.
struct PrunedInstance {
    std::string name;
    std::size_t nodes = 0;
    std::size_t kept_nodes = 0;
    double own_us = 0; ///< exclusive time
};

struct PrunedRun {
    rundir::CallGraph graph;
    Thresholds thresholds;
    std::vector<Fate> fates;
    PruningSummary by_instance;            ///< groups are instances
    std::vector<PrunedInstance> instances; ///< most time first
};

/// Throws std::invalid_argument if a threshold is out of its range.
PrunedRun prune_run(rundir::CallGraph graph, const Thresholds& thresholds);

} // namespace proxima::prune
