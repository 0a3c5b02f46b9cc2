// What measuring has added to the times of a call graph: an estimate from the cost of one call,
// which the runtime measures on the machine of the run. The time of the runtime's own work
// (encoding, writing) is not part of the times.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace proxima::cli {

/// Of one measured call, and of one call of MPI, in microseconds.
struct CallCost {
    double whole_us = 0;  ///< with its counters
    double inside_us = 0; ///< the part that lies within the call's own time
    double timer_us = 0;  ///< what a timer of the measurement interface takes besides, which reads
                          ///< the counters for itself
    double mpi_us = 0;
    double mpi_inside_us = 0; ///< the part that lies within the communication time
};

/// Of two readings, at its beginning and at its end.
double counters_of_one_call_ns(const rundir::RunInfo& info);

/// What a call costs depends on how much of it overlaps with the work of the application: between
/// these two. Nothing overlaps with reading counters.
CallCost least_call_cost(const rundir::RunInfo& info);
CallCost most_call_cost(const rundir::RunInfo& info);

/// In the middle between them.
CallCost call_cost(const rundir::RunInfo& info);

/// What measuring has added to the run's calls of MPI, all ranks and threads together.
struct MpiPerturbation {
    double call_us = 0;
    std::uint64_t calls = 0;
    double total_us = 0;
    double share = 0; ///< of the run of all ranks, 0 to 1
};

/// None if the run does not know what a call costs: MPI was not measured, or by an older runtime.
std::optional<MpiPerturbation> mpi_perturbation(const rundir::RunInfo& info,
                                                const std::optional<rundir::MpiUse>& use);

/// Of all invocations of a node.
struct Perturbation {
    double inclusive_us = 0;
    double exclusive_us = 0;
    double communication_us = 0; ///< the part of the inclusive one that lies within communication
};

/// One for each node of the graph: each call adds its inside part to its own node, the rest to its
/// caller, and all of it to the inclusive times further up. A call of MPI adds all to the node that
/// made it, of which its inside part is in the communication time, too. Counters are read before a
/// call begins and after it has ended: that is its caller's. Linear in the number of nodes.
std::vector<Perturbation> perturbations(const rundir::CallGraph& graph, const CallCost& cost);

/// No more than the own time that each node has.
std::vector<Perturbation> limited(const rundir::CallGraph& graph,
                                  std::vector<Perturbation> perturbations);

/// What all calls of the graph have cost, wherever it has gone; without those of MPI.
double cost_of_calls_us(const rundir::CallGraph& graph, const CallCost& cost);

/// Whether calls of MPI have added to the times what is not known of each node.
bool lacks_mpi_perturbation(const rundir::RunInfo& info, const rundir::CallGraph& graph);

/// What has been taken out of all times together, and by how much that can be wrong either way.
struct Compensation {
    double us = 0;
    double uncertain_us = 0;
    std::vector<Perturbation> uncertain; ///< the same of each node: how wrong what is left can be
};

/// Of a graph that has not been compensated.
Compensation compensation(const rundir::CallGraph& graph, const rundir::RunInfo& info);

/// Takes the perturbations out of the times. Minimum, mean and maximum lose the mean of the
/// perturbation; nothing gets below 0. The deviation stays.
void compensate(rundir::CallGraph& graph, const std::vector<Perturbation>& perturbations);

} // namespace proxima::cli
