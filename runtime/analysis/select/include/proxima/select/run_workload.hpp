// The work of each instance in a run and its time, for selection.
//
// Units: microseconds. Ownership: values. Thread-safety: as functions without state.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>
#include <proxima/select/selection.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proxima::select {

/// A run as whoever waits for it sees it: of several ranks the one that computes most, with what it
/// waits.
struct MeasuredRun {
    rundir::RunDirectory directory;
    rundir::CallGraph graph;
    std::optional<std::uint64_t> rank; ///< that `graph` is of; unset: of the only one, or of all
};

/// `graph` is that of all ranks together. Throws base::Error.
MeasuredRun measured_run(rundir::RunDirectory directory, rundir::CallGraph graph);

/// The calls of a run, without inputs.
std::vector<Work> called_works(const rundir::CallGraph& graph);

/// The work of the first run, with its inputs from the records, and its times in all `runs`, which
/// are repetitions of the same settings. What could not be read goes to `outcome`, what is known in
/// part only, and where the runs differ, to `warnings`.
Workload run_workload(const std::vector<MeasuredRun>& runs, const SelectionProblem& problem,
                      rundir::ReadOutcome& outcome, std::vector<std::string>& warnings);

} // namespace proxima::select
