// Writes what nodes did in a run, as text, JSON and SVG.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/node/global_view.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

void write_nodes_text(const node::GlobalView& view, const text::Terminal& terminal,
                      text::Output& output);

// Writes on a grid the series whose names match one of `metrics`, or all if `metrics` is empty.
void write_nodes_json(const node::GlobalView& view, const node::Grid& grid,
                      const std::vector<std::string>& metrics, text::Output& output);

// Draws processors, disks and network of all nodes over one time axis.
void write_nodes_svg(const node::GlobalView& view, const node::Grid& grid, text::Output& output);

} // namespace proxima::cli
