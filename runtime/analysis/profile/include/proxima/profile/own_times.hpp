// What the threads of a run were doing, in intervals of its time: the innermost measured call.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <vector>

namespace proxima::profile {

/// Seconds, of all threads together.
struct OwnTimes {
    std::vector<std::vector<double>> in_intervals; ///< of each method
    std::vector<double> total, communication;      ///< of the whole run, likewise
    double run_end = 0;                            ///< of the last call

    bool knows_communication() const; ///< MPI was measured
};

/// In the intervals between `edges`, which rise: seconds since the start of the run. Methods are
/// numbered as rundir::MethodNumbers does. One pass over the records, a step for each;
/// invocations without record are with their caller.
OwnTimes read_own_times(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                        const std::vector<double>& edges, rundir::ReadOutcome& outcome,
                        const rundir::ProgressListener& progress = {});

} // namespace proxima::profile
