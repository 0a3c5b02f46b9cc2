// What the instances of a run had to do, for selection.
//
// Units: microseconds. Ownership: values. Thread-safety: as functions without state.
#pragma once

#include <proxima/model/pruning.hpp>
#include <proxima/model/selection.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <string>
#include <vector>

namespace proxima::model {

/// The inputs of the instances in families, from the records. `fates` says which nodes pruning has
/// kept. What could not be read goes to `outcome`, notes on what is known in part only go to
/// `warnings`.
Workload run_workload(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                      const std::vector<Fate>& fates, const SelectionProblem& problem,
                      rundir::ReadOutcome& outcome, std::vector<std::string>& warnings);

} // namespace proxima::model
