// What pruning leaves, for people, programs and Graphviz.
#pragma once

#include "prune/pruned_run.hpp"
#include "text/output.hpp"
#include "text/terminal.hpp"

namespace proxima::cli {

/// The largest `rows` of the kept nodes as a tree, the largest dropped branches, what they can hold
/// at most, the components, and what other thresholds would keep.
void write_prune_text(const PrunedRun& run, std::size_t rows, const Terminal& terminal,
                      Output& output);

/// `{"format": 1, ...}` with the kept nodes and the roots of the dropped branches; times in
/// microseconds, shares from 0 to 1.
void write_prune_json(const PrunedRun& run, Output& output);

/// Graphviz; dropped branches are shaded, as in the papers. Of graphs that are too large to look at
/// only their roots are shown.
void write_prune_dot(const PrunedRun& run, Output& output);

} // namespace proxima::cli
