// Who has spent what on whom.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/rundir/call_graph.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::cli {

/// All calls through one connection of an assembly.
struct ConnectionUse {
    std::string user; ///< instance.port
    std::string provider;
    std::uint64_t calls = 0;
    double inclusive_us = 0; ///< calls within calls through the same connection counted once
    double exclusive_us = 0;
    double communication_us = 0;
};

/// The most expensive first; none where the graph knows of no connections.
std::vector<ConnectionUse> connection_uses(const rundir::CallGraph& graph);

/// A line for each.
void write_connection_table(const std::vector<ConnectionUse>& uses, double total_us,
                            const Terminal& terminal, Output& output);

} // namespace proxima::cli
