// The methods of a call graph.
// Ownership: values. Thread-safety: as plain values.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <vector>

namespace proxima::rundir {

/// Methods of instances: the components of a call graph, whichever connection they were called by.
struct MethodNumbers {
    explicit MethodNumbers(const CallGraph& graph);

    std::vector<std::size_t> of_component;
    std::vector<std::size_t> components; ///< the first of each method
};

} // namespace proxima::rundir
