// Splits the own time of each method by what its threads did: computing, ready without a processor,
// blocked, in MPI. The run must count THREAD_CPU_TIME, and READY_TIME to tell the two kinds of
// waiting apart; or it must have stack samples, which estimate processor time.
//
//     const auto graph = rundir::load_call_graph("proxima-run/callgraph.json");
//     for (const auto& split : profile::time_splits(graph)) {
//         std::printf("%s computes %.0f us\n", graph.components[split.component].name.c_str(),
//                     split.computed_us);
//     }
//
// Units: microseconds.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <optional>
#include <vector>

namespace proxima::profile {

/// Own times of a method's calls on all threads. MPI may poll or block: where a method calls MPI
/// itself, what it computed lies between two bounds. Its waiting is unknown unless they agree, as
/// they do if MPI polled all the time.
struct TimeSplit {
    std::size_t component = 0; ///< one of those that the method has
    double exclusive_us = 0;
    double computed_us = 0; ///< processor time outside of MPI, at most
    double least_computed_us = 0;
    double error_us = 0; ///< standard error of computed_us, from the number of samples
    double mpi_us = 0;
    std::optional<double> waiting_us; ///< ready or blocked
    std::optional<double> ready_us;   ///< runnable, but without a processor
    /// Processor time of the calls that it handed to other threads, and of all they call there.
    double elsewhere_us = 0;

    std::optional<double> blocked_us() const {
        return ready_us ? std::optional(*waiting_us - *ready_us) : std::nullopt;
    }
};

/// The most exclusive time first; empty if the run has not counted THREAD_CPU_TIME.
std::vector<TimeSplit> time_splits(const rundir::CallGraph& graph);

/// The same from the sampled processor time of each node itself; empty if there is none. A sample
/// stands for `period_us`.
std::vector<TimeSplit> time_splits(const rundir::CallGraph& graph,
                                   const std::vector<double>& processor_us, double period_us);

} // namespace proxima::profile
