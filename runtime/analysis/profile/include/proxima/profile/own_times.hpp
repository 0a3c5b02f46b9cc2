// Adds up the exclusive times of methods in intervals of a run.
//
//     rundir::ReadOutcome outcome;
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_call_graph(run.call_graph_file());
//     const auto times = profile::read_own_times(run, graph, {0, 0.5, 1}, outcome);
//
// Units: seconds since the start of the run, added over all threads.
// Errors: `outcome` names what could not be read.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <vector>

namespace proxima::profile {

struct OwnTimes {
    std::vector<std::vector<double>> in_intervals; ///< by method and interval
    std::vector<double> total, communication;      ///< by method, in the whole run
    double run_end = 0;                            ///< end of the last call

    bool knows_communication() const; ///< MPI was measured
};

/// `edges` of the intervals must rise. Methods are numbered by rundir::MethodNumbers. Reads the
/// records once. The time of invocations without a record counts for their callers.
OwnTimes read_own_times(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                        const std::vector<double>& edges, rundir::ReadOutcome& outcome,
                        const rundir::ProgressListener& progress = {});

} // namespace proxima::profile
