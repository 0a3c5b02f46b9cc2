// A call graph in the formats that other tools read.
#pragma once

#include "text/output.hpp"
#include "text/tree_view.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/run_info.hpp>

#include <string_view>

namespace proxima::exchange {

// Smaller nodes would crowd a drawing.
constexpr double smallest_drawn_share = 0.005;

// Graphviz: one box a node, coloured by its share of the time.
void write_dot(const rundir::CallGraph& graph, const text::TreeFilter& filter,
               text::Output& output);

// `root;child;grandchild NANOSECONDS` with the exclusive time of each shown node, as flame graph
// tools read it. Integer nanoseconds, so that short nodes do not round to nothing. A `;` in a name
// becomes `:`.
void write_collapsed(const rundir::CallGraph& graph, const text::TreeFilter& filter,
                     text::Output& output);

// Hatchet's JSON, one object per root, one row per node and rank. `run_file` is the name of the
// run.json beside what is written, or empty if it is written elsewhere.
void write_hatchet(const rundir::CallGraph& graph, const text::TreeFilter& filter,
                   text::Output& output, std::string_view run_file = {});

// OpenMetrics: a sample for each node and rank, at the time when the run ended, for Prometheus and
// what stores its metrics.
void write_openmetrics(const rundir::CallGraph& graph, const rundir::RunInfo& info,
                       text::Output& output);

} // namespace proxima::exchange
