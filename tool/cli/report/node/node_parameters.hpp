// The parameters that the invocations of each node had.
#pragma once

#include "report/node/parameter_summary.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <vector>

namespace proxima::cli {

/// For each node of the graph one summary for each parameter of its method; none where nothing was
/// recorded.
using NodeParameters = std::vector<std::vector<ParameterSummary>>;

/// Reads all records of the run once. `outcome` says how that went.
NodeParameters read_parameters(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                               rundir::ReadOutcome& outcome);

} // namespace proxima::cli
