// Summarizes what a node of a run used, by the names that models use.
//
//     #include <proxima/node/global_view.hpp>
//     const auto view = node::read_view("nodes1");
//     if (const auto usage = platform::usage_of(view.nodes.front(), {10, 20})) {
//         std::printf("%g s\n", usage->at("cpu_user").value);
//     }
//
// Units: seconds and bytes; rates are per second.
// Ownership: values.
#pragma once

#include <proxima/node/global_view.hpp>
#include <proxima/platform/documents.hpp>
#include <proxima/platform/estimate.hpp>

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace proxima::platform {

/// Window on the time axis of the run, in seconds.
struct UsageWindow {
    double from = 0;
    double to = std::numeric_limits<double>::infinity();
};

/// Returns nothing if the node was not sampled in the window. Names: `duration`; metrics as in
/// node::metrics, levels as means; `disk_*` and `link_*`, fields summed over disks and over
/// interfaces but the loopback; `disk_jumps`, accesses that do not begin where the previous one
/// ended; `processors`. Metrics that were not sampled all the time are NaN, except `process_count`
/// of a node without watched processes. `process_io_wait` of processes that are no control group is
/// estimated from their part of the disks' bytes, interval by interval. An application does not
/// begin and end with a sample, so counters are uncertain by their use in one interval.
std::optional<Usage> usage_of(const node::NodeView& node, const UsageWindow& window = {});

/// Names of metrics that the model uses but the node did not sample all the time: its kernel or the
/// options of its sampler left them out.
std::vector<std::string> unsampled_metrics(const Application& model, const Usage& usage);

/// Load of a node over all of its samples.
struct NodeLoad {
    double user_and_system = 0, system = 0, iowait = 0; ///< shares of all processors' time
    double disk_bytes = 0, network_bytes = 0;           ///< a second
    double own_processor = 0;         ///< share of one processor used for sampling
    std::optional<double> sequential; ///< share of disk accesses
    std::optional<double> memory;     ///< mean share in use
};
NodeLoad load_of(const node::NodeView& node);

} // namespace proxima::platform
