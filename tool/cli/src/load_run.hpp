// Getting the call graph of a run, from whatever the run left.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/run_directory.hpp>

namespace proxima::cli {

/// Reads callgraph.json, or rebuilds the graph from the records if the process was killed before
/// writing it; then `status` becomes 1 and a message is given if not all records could be read.
rundir::CallGraph load_graph(const rundir::RunDirectory& run, int& status);

} // namespace proxima::cli
