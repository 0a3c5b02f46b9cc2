// The newest samples in the text format of OpenMetrics, for Prometheus.
#pragma once

#include "daemons/node_table.hpp"

#include <string>

namespace proxima::node {

// Leaves out nodes that have been silent for five minutes.
std::string exposition(const NodeTable& nodes, const Drops& drops, std::uint64_t now_ns);

} // namespace proxima::node
