// What the instances of a run had to do, for selection.
#pragma once

#include <proxima/model/pruning.hpp>
#include <proxima/model/selection.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

/// The inputs of the instances in families, from the records, or where there are none from the bins
/// of the call graph. `fates` says which nodes pruning has kept; the others are work that is
/// dropped. Notes on what is known in part only go to `warnings`.
model::Workload run_workload(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                             const std::vector<model::Fate>& fates,
                             const model::SelectionProblem& problem, rundir::ReadOutcome& outcome,
                             std::vector<std::string>& warnings);

} // namespace proxima::cli
