// The lines about a run as a whole that stand above its call tree.
#pragma once

#include "output.hpp"
#include "terminal.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/run_info.hpp>

namespace proxima::cli {

/// The part of the measured time that measuring took, estimated from the cost of one call. 0 to 1.
double overhead_share(const rundir::RunInfo& info, const rundir::CallGraph& graph);

/// Calls of all nodes.
std::uint64_t total_calls(const rundir::CallGraph& graph);

void write_run_facts(const rundir::RunInfo& info, const rundir::CallGraph& graph,
                     const Terminal& terminal, Output& output);

} // namespace proxima::cli
