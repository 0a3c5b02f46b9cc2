// The newest samples in the text format of OpenMetrics, for Prometheus.
#pragma once

#include "node_table.hpp"

#include <string>
#include <string_view>

namespace proxima::node {

constexpr std::string_view exposition_type =
    "application/openmetrics-text; version=1.0.0; charset=utf-8";

// Leaves out nodes that have been silent for five minutes.
std::string exposition(const NodeTable& nodes, const Drops& drops, std::uint64_t now_ns);

} // namespace proxima::node
