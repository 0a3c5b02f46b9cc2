// The methods of a run, over all callers.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::cli {

struct FlatMethod {
    std::string name;
    std::uint64_t calls = 0;
    double inclusive_us = 0; ///< of the outermost calls
    double exclusive_us = 0;
};

/// By exclusive time, the most first.
std::vector<FlatMethod> flat_profile(const rundir::CallGraph& graph);

/// For each component of a graph the number of its method: calls through different connections are
/// of one.
std::vector<std::size_t> methods_of_components(const rundir::CallGraph& graph);

} // namespace proxima::cli
