// Which nodes of a call graph are shown, and in which order.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <limits>
#include <vector>

namespace proxima::cli {

struct TreeFilter {
    std::size_t depth = std::numeric_limits<std::size_t>::max(); ///< levels shown, 1 = roots only
    double min_share = 0;                                        ///< of the total, 0 to 1
};

/// One shown node.
struct TreeRow {
    std::size_t node;
    std::size_t depth;
    bool last;         ///< no sibling is shown after it
    bool has_children; ///< that are shown
};

/// The shown nodes in preorder, siblings by descending inclusive time. Iterative, n log n.
std::vector<TreeRow> tree_rows(const rundir::CallGraph& graph, const TreeFilter& filter);

} // namespace proxima::cli
