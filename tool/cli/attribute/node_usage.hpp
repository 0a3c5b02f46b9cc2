// What each node of a run used, as models know it.
#pragma once

#include <proxima/node/global_view.hpp>
#include <proxima/platform/prediction.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace proxima::cli {

/// Seconds on the time axis of the run.
struct UsageWindow {
    double from = 0;
    double to = std::numeric_limits<double>::infinity();
};

struct ResourceUsage {
    std::string node;
    std::string watched;  ///< `pid 17`, or empty: all of the node
    std::string counting; ///< what counts instructions, or why nothing does
    std::uint64_t samples = 0;
    std::uint64_t lost = 0;
    /// `duration`; counters as node::metrics name them, of disks as `disk_` and the field, of
    /// interfaces but the loopback as `link_`, summed over devices; `disk_jumps`, accesses that do
    /// not follow the one before, estimated; levels as means. What was not sampled is 0.
    platform::Usage usage;
};

/// Nodes that were sampled in the window. Counters are uncertain by what falls into an interval at
/// its ends: an application does not begin and end with a sample.
std::vector<ResourceUsage> resource_usage(const node::GlobalView& view, const UsageWindow& window);

} // namespace proxima::cli
