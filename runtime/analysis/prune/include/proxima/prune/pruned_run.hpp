// A pruned call graph: the answer of `proxima prune`.
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
