// A pruned call graph: the answer of `proxima prune`.
#pragma once

#include <proxima/prune/pruning.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/select/predicted_times.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

// An instance, over all its nodes.
struct PrunedInstance {
    std::string name;
    std::size_t nodes = 0;
    std::size_t kept_nodes = 0;
    double own_us = 0; // exclusive time
};

// Times from models, instead of those of the run.
struct TimesOfModels {
    select::PredictedTimes times;
    std::map<std::string, double> values; // of parameters, in place of the recorded ones
};

struct PrunedRun {
    rundir::CallGraph graph;
    prune::Thresholds thresholds;
    std::vector<prune::Fate> fates;
    prune::PruningSummary by_instance;     // groups are instances
    std::vector<PrunedInstance> instances; // most time first
    std::optional<TimesOfModels> models;
    bool is_parallel = false; // times are sums over threads and ranks
};

// Throws std::invalid_argument if a threshold is out of its range.
PrunedRun prune_run(rundir::CallGraph graph, const prune::Thresholds& thresholds);

} // namespace proxima::cli
