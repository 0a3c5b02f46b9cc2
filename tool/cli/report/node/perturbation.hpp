// What measuring has added to the times of a call graph: an estimate from the cost of one call,
// which the runtime measures on the machine of the run. The time of the runtime's own work
// (encoding, writing) is not part of the times.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/run_info.hpp>

#include <vector>

namespace proxima::cli {

/// Of one measured call, in microseconds.
struct CallCost {
    double whole_us = 0;
    double inside_us = 0; ///< the part that lies within the call's own time
};

CallCost call_cost(const rundir::RunInfo& info);

/// Of all invocations of a node.
struct Perturbation {
    double inclusive_us = 0;
    double exclusive_us = 0;
};

/// One for each node of the graph: each call adds its inside part to its own node, the rest to its
/// caller, and all of it to the inclusive times further up. Linear in the number of nodes.
std::vector<Perturbation> perturbations(const rundir::CallGraph& graph, const CallCost& cost);

/// Takes the perturbations out of the times. Minimum, mean and maximum lose the mean of the
/// perturbation; nothing gets below 0. The deviation stays.
void compensate(rundir::CallGraph& graph, const std::vector<Perturbation>& perturbations);

} // namespace proxima::cli
