// The call graph of a run: the trees of all lanes, merged.
#pragma once

#include "tree/tree.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace proxima::detail {

struct CallGraphNode {
    const SiteInfo* where = nullptr;
    std::uint32_t id = 0; // in the order of the tree: parents before children, siblings together
    std::vector<std::size_t> children;
    format::Statistics statistics;
    std::map<format::BinKey, format::Statistics> bins; // empty where all invocations are recorded
    std::uint64_t inclusive = 0;                       // ticks
    std::uint64_t exclusive = 0;                       // ticks
    std::uint64_t mpi_calls = 0;                       // made by itself
    CounterValues counted{};                           // inclusive, as the time is
    CounterValues counted_itself{};
};

struct CallGraph {
    std::vector<CallGraphNode> nodes;
    std::vector<std::size_t> roots;
};

// Nodes that agree in parent, port, instance and method become one.
CallGraph merge(const std::vector<Tree*>& trees);

} // namespace proxima::detail
