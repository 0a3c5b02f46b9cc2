// The call tree as a table: names with guides on the left, numbers on the right, parameters below.
#pragma once

#include "report/node/perturbation.hpp"
#include "run/tree_view.hpp"
#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace proxima::cli {

/// What is said about a node below its row, one short item for each parameter.
using NodeNotes = std::function<std::vector<std::string>(std::size_t node)>;

/// Writes the rows of `graph` that `filter` lets through; columns that do not fit are left out.
/// `uncertain`: by how much the times can be wrong that `added` has been taken out of; null if it
/// has not been.
void write_call_tree(const rundir::CallGraph& graph, const std::vector<Perturbation>& added,
                     const std::vector<Perturbation>* uncertain, const TreeFilter& filter,
                     const Terminal& terminal, const NodeNotes& notes, Output& output);

} // namespace proxima::cli
