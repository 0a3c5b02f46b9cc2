// What a report shows as tables.
#pragma once

#include "report/perturbation.hpp"
#include "run/tree_view.hpp"
#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

/// What is said about a node below its row, one short item for each parameter.
using NodeNotes = std::function<std::vector<std::string>(std::size_t node)>;

/// The call tree: names with guides on the left, numbers on the right, notes below. Times of a call
/// below `clock_step_us` are not told apart.
void write_call_tree(const rundir::CallGraph& graph, const std::vector<Perturbation>& added,
                     const std::vector<TreeRow>& rows, const Terminal& terminal,
                     const NodeNotes& notes, Output& output, double clock_step_us = 0);

/// All calls through one connection of an assembly, the most expensive first. Nothing if the graph
/// knows of no connections.
void write_connection_table(const rundir::CallGraph& graph, const Terminal& terminal,
                            Output& output);

/// The routines of MPI in which the run has spent most time; the last line has the rest. Shares are
/// of the time that all ranks together have run, if `info` knows it.
void write_mpi_table(const rundir::MpiUse& use, const std::optional<rundir::RunInfo>& info,
                     const Terminal& terminal, Output& output);

} // namespace proxima::cli
