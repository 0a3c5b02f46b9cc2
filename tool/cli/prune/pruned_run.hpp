// A call graph with what pruning leaves of it.
#pragma once

#include <proxima/model/pruning.hpp>
#include <proxima/rundir/call_graph.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

/// What a node of the pruned graph is.
enum class PruneBy { method, instance };

/// A component, over all its nodes.
struct PrunedComponent {
    std::string name;
    std::size_t nodes = 0;
    std::size_t kept_nodes = 0;
    double own_us = 0; ///< exclusive time
    double kept_own_us = 0;
};

struct PrunedRun {
    rundir::CallGraph graph; ///< whose nodes are instances, not methods, if it was pruned by those
    model::Thresholds thresholds;
    std::vector<model::Fate> fates;
    model::PruningSummary by_instance;
    model::PruningSummary by_method;
    double unreached_us = 0; ///< dropped time of instances that are kept nowhere
    std::vector<double> alphas;
    std::vector<double> betas;
    std::vector<model::PruningSummary> sensitivity; ///< groups are instances; alphas[0] first
    std::vector<PrunedComponent> instances;         ///< most time first, as the methods
    std::vector<PrunedComponent> methods;
};

/// Throws std::invalid_argument if a threshold is out of its range.
PrunedRun prune_run(rundir::CallGraph graph, const model::Thresholds& thresholds, PruneBy by);

} // namespace proxima::cli
