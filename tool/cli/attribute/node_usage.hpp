// What each node of a run used, as models know it.
#pragma once

#include "attribute/attribute_command.hpp"

#include <proxima/node/global_view.hpp>
#include <proxima/platform/prediction.hpp>

#include <optional>

namespace proxima::cli {

// By name: `duration`; counters as node::metrics names them; fields of disks as `disk_*` and those
// of interfaces but the loopback as `link_*`, summed over devices; `disk_jumps`, accesses that
// do not follow the one before; levels as means. What was not sampled is 0. Counters
// are uncertain by what falls into an interval at their ends: an application does not begin and
// end with a sample. Nothing if the node was not sampled in the window.
std::optional<platform::Usage> usage_of(const node::NodeView& node, const UsageWindow& window = {});

} // namespace proxima::cli
