// Writes a pruned run as text, JSON and Graphviz.
#pragma once

#include "prune/pruned_run.hpp"
#include "text/output.hpp"
#include "text/terminal.hpp"

namespace proxima::cli {

// The largest of the kept nodes as a tree, the largest dropped branches, by how much these
// can change the run at most, and the instances.
void write_prune_text(const PrunedRun& run, const text::Terminal& terminal, text::Output& output);

// `{"format": 1, ...}` with the kept nodes and the roots of the dropped branches; times in
// microseconds, shares from 0 to 1.
void write_prune_json(const PrunedRun& run, text::Output& output);

// Graphviz: the kept nodes, and one grey box for all dropped branches below a node.
void write_prune_dot(const PrunedRun& run, text::Output& output);

} // namespace proxima::cli
