// What each node of a run used, as models know it.
#pragma once

#include "attribute/attribute_command.hpp"

#include <proxima/node/global_view.hpp>
#include <proxima/platform/prediction.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

/// By name: `duration`; counters as node::metrics names them; fields of disks as `disk_*` and those
/// of interfaces but the loopback as `link_*`, summed over devices; `disk_jumps`, accesses that
/// do not follow the one before; levels as means. What was not sampled is 0. Counters
/// are uncertain by what falls into an interval at their ends: an application does not begin and
/// end with a sample. Nothing if the node was not sampled in the window.
std::optional<platform::Usage> usage_of(const node::NodeView& node, const UsageWindow& window = {});

struct ResourceUsage {
    std::string node;
    std::string watched;  ///< `pid 17`, or empty: all of the node
    std::string counting; ///< what counts instructions, or why nothing does
    std::string tracing;  ///< `traced`: the order of disk accesses, or why it is estimated
    std::uint64_t samples = 0;
    std::uint64_t lost = 0;
    platform::Usage usage;
};

/// Nodes that were sampled in the window.
std::vector<ResourceUsage> resource_usage(const node::GlobalView& view, const UsageWindow& window);

} // namespace proxima::cli
