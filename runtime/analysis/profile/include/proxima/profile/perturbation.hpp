// Estimates the measuring overhead in the times of a call graph, from the cost of one call that the
// runtime measured on the machine of the run.
//
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_call_graph(run.call_graph_file());
//     const auto cost = profile::call_cost(rundir::load_run_info(run.run_file()), graph);
//     const auto added = profile::perturbations(graph, cost);
//     std::printf("%g us\n", added.empty() ? 0 : added.front().inclusive_us);
//
// Units: microseconds. The runtime's own work (encoding, writing) is not part of the times.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace proxima::profile {

/// Cost of one measured call, and of one call of MPI, without reading counters, which the runtime
/// leaves out of all times.
struct MeasuringCost {
    double whole_us = 0;
    double inside_us = 0;  ///< the part that lies within the call's own time
    double untimed_us = 0; ///< of a call that was counted only; its time has inside_us as well
    double mpi_us = 0;
    double mpi_inside_us = 0; ///< the part that lies within the communication time
    double sampled_share = 0; ///< of a call's own time, that stack samples took
};

/// The cost of a call depends on the application. `least`: the processor overlaps most of it with
/// other work. `most`: nothing overlaps, or the caches are as cold as in the worst sample of the
/// calibration, whichever costs more. `likely`:
/// half of it overlaps, or the caches are cold, whichever costs more. Caches are cold for as many
/// calls of each node as the program's processor time lets it empty them.
enum class CostEstimate { least, likely, most };

MeasuringCost call_cost(const rundir::RunInfo& info, const rundir::CallGraph& graph,
                        CostEstimate estimate = CostEstimate::likely);

/// The overhead in the run's MPI calls, all ranks and threads together.
struct MpiPerturbation {
    double call_us = 0;
    std::uint64_t calls = 0;
    double total_us = 0;
    double share = 0; ///< as in Overhead
};

/// Nothing if MPI was not measured.
std::optional<MpiPerturbation> mpi_perturbation(const rundir::RunInfo& info,
                                                const std::optional<rundir::MpiUse>& use);

/// Overhead in the times of all invocations of a node.
struct Perturbation {
    double inclusive_us = 0;
    double exclusive_us = 0;
    double communication_us = 0; ///< the part of the inclusive one that lies within communication
};

/// The overhead of each node: a call adds its inside part to its own node, the rest to its caller.
/// Samples add their share to each.
/// A call of MPI adds all to the node that made it; its inside part is also in the communication
/// time. Never more than the exclusive time of a node.
std::vector<Perturbation> perturbations(const rundir::CallGraph& graph, const MeasuringCost& cost);

/// The overhead of all calls of the graph, without MPI calls.
double cost_of_calls_us(const rundir::CallGraph& graph, const MeasuringCost& cost);

/// Time that measuring took, all threads together.
struct Overhead {
    double us = 0;
    /// Share of the processor time without measuring, as runs without proxies show it; 0.26: they
    /// take 26 % less. Where processor time is unknown, of the time of the threads. Infinite if the
    /// estimate exceeds what was measured, which refutes it.
    double share = 0;
};

/// The runtime's own time, and an estimate from the costs of a call, of a call of MPI and of a
/// stack sample.
Overhead whole_overhead(const rundir::RunInfo& info, const rundir::CallGraph& graph,
                        const std::optional<rundir::MpiUse>& mpi, CostEstimate estimate);

} // namespace proxima::profile
