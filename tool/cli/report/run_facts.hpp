// The lines about a run as a whole that stand above its call tree.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <optional>

namespace proxima::cli {

/// Time that measuring took, all threads together: the runtime's own, and an estimate from the cost
/// of one call.
double overhead_us(const rundir::RunInfo& info, const rundir::CallGraph& graph);

/// The part of the run that this is, of as many threads as there were at the same time. 0 to 1.
double overhead_share(const rundir::RunInfo& info, const rundir::CallGraph& graph);

/// Calls of all nodes.
std::uint64_t total_calls(const rundir::CallGraph& graph);

void write_run_facts(const rundir::RunInfo& info, const rundir::CallGraph& graph,
                     const std::optional<rundir::MpiUse>& mpi, const Terminal& terminal,
                     Output& output);

} // namespace proxima::cli
