// Reads the work of each instance in a run, with its time, for selection.
//
//     const select::SelectionProblem problem = select::read_selection("selection.json");
//     rundir::RunDirectory run = rundir::RunDirectory::open("run1");
//     rundir::CallGraph graph = rundir::load_call_graph(run.call_graph_file());
//     rundir::ReadOutcome outcome;
//     std::vector<std::string> warnings;
//     const select::Workload work = select::run_workload(
//         {select::measured_run(run, graph)}, problem, outcome, warnings);
//     const select::SelectionAnswer answer = select::select(problem, work, {});
//
// Units: microseconds.
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: records that cannot be read are named in the outcome; the rest is used.
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

/// A run as its user waits for it: with several ranks, the rank that computes most, waiting
/// included.
struct MeasuredRun {
    rundir::RunDirectory directory;
    rundir::CallGraph graph;
    std::optional<std::uint64_t> rank; ///< rank of `graph`; unset: the only rank, or all
    /// Inputs of the calls of each node; empty: those that the run recorded.
    std::vector<std::vector<InputGroup>> inputs = {};
    double scaling_error = 0; ///< relative standard deviation of the times; 0: they were measured
};

/// `graph` is that of all ranks together. Throws base::Error.
MeasuredRun measured_run(rundir::RunDirectory directory, rundir::CallGraph graph);

/// Returns the calls of a run, without inputs.
std::vector<Work> called_works(const rundir::CallGraph& graph);

/// Returns the work of the first run, with its inputs from the records, and its times in all
/// `runs`, which are repetitions of the same settings. Adds what could not be read to `outcome`,
/// and what is known only in part, or differs between the runs, to `warnings`.
Workload run_workload(const std::vector<MeasuredRun>& runs, const SelectionProblem& problem,
                      rundir::ReadOutcome& outcome, std::vector<std::string>& warnings);

} // namespace proxima::select
