// Getting what is known of a run, from whatever the run left.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

namespace proxima::cli {

/// Reads callgraph.json, or rebuilds the graph from the records if the process ended before writing
/// it; `outcome` says how reading those went. Throws rundir::Error.
rundir::CallGraph load_graph(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome);

} // namespace proxima::cli
