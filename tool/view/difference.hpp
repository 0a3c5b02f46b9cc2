// What has changed between two runs, node by node.
// Units: microseconds. Ownership: values.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <limits>
#include <vector>

namespace proxima::view {

struct NodeDifference {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    std::size_t before = none; ///< node of the first run; none: only in the second
    std::size_t after = none;
    double change_us = 0; ///< of the inclusive time
    /// Of the mean of a call, with the half width of its 95 % interval by the spread of the
    /// invocations; infinite where fewer than two calls say nothing of that.
    double call_change_us = 0;
    double call_error_us = std::numeric_limits<double>::infinity();
};

/// One for each node of either; nodes are the same if they have the same names from the root on.
std::vector<NodeDifference> differences(const rundir::CallGraph& before,
                                        const rundir::CallGraph& after);

} // namespace proxima::view
