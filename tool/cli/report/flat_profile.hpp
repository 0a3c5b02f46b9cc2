// All calls of a method, or through a connection, over all callers.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <vector>

namespace proxima::cli {

struct FlatRow {
    std::size_t component = 0; // one of those that are summed up
    rundir::Statistics sums;   // inclusive time and communication: of the outermost calls alone
};

constexpr std::size_t no_group = static_cast<std::size_t>(-1);

// A row for each group of components that was called; by exclusive time, the most first.
std::vector<FlatRow> flat_profile(const rundir::CallGraph& graph,
                                  const std::vector<std::size_t>& group_of_component);

} // namespace proxima::cli
