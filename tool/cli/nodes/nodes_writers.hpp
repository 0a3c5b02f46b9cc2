// What nodes did in a run, for people and for programs.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/node/global_view.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

void write_nodes_text(const node::GlobalView& view, const Terminal& terminal, Output& output);

/// Series of the metrics whose names match one of `metrics` (none: all) on a grid.
void write_nodes_json(const node::GlobalView& view, const node::Grid& grid,
                      const std::vector<std::string>& metrics, Output& output);

/// Processors, disks and network of all nodes over one time axis.
void write_nodes_svg(const node::GlobalView& view, const node::Grid& grid, Output& output);

/// Busy processors, 0 to 1, in a time; nothing if that is not known.
struct NodeUsage {
    double seconds = 0;
    double user = 0, system = 0, iowait = 0, steal = 0; ///< shares of all processors
    double disk_bytes = 0, network_bytes = 0;           ///< a second; the loopback is left out
    double sequential = -1;                             ///< share of accesses; below 0: none
    double memory = -1;                                 ///< highest share in use
    double pressure = 0; ///< share of time somebody waited for a processor
    double own_cpu = 0;  ///< share of one processor
};
NodeUsage usage_of(const node::NodeView& node);

} // namespace proxima::cli
