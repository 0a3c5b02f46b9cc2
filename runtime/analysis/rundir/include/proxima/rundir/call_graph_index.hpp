// Finds nodes and methods of a call graph by number.
//
//     const auto graph = rundir::load_call_graph("proxima-run/callgraph.json");
//     const rundir::MethodNumbers methods(graph);
//     const std::size_t method = methods.of_component[graph.nodes.front().component];
//
// Ownership: copies what it needs.
// Thread safety: const members are thread-safe.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace proxima::rundir {

/// Identifies a node of a call graph: its parent, or Node::no_parent, and the index of its
/// component.
struct NodeKey {
    std::size_t parent;
    std::size_t component;
    bool operator==(const NodeKey& other) const = default;
};
struct NodeKeyHash {
    std::size_t operator()(const NodeKey& key) const {
        return key.parent * 0x9E3779B97F4A7C15U + key.component;
    }
};
using NodesByKey = std::unordered_map<NodeKey, std::size_t, NodeKeyHash>;

/// Finds the nodes for the call paths of record files.
class CallGraphIndex {
public:
    explicit CallGraphIndex(const CallGraph& graph);

    /// The node of `path` with `method` below node `parent` (Node::no_parent for a root);
    /// Node::no_parent if the graph lacks it.
    std::size_t find(std::size_t parent, const CallPath& path, const RecordedMethod& method) const;

    /// Appends the nodes of the thread's call paths from number nodes.size() on.
    void follow(const Thread& thread, std::vector<std::size_t>& nodes) const;

private:
    std::unordered_map<std::size_t, std::size_t> components_; // by the hash of their names
    NodesByKey nodes_;
};

/// Numbers the methods of instances, whichever connection called them.
struct MethodNumbers {
    explicit MethodNumbers(const CallGraph& graph);

    std::vector<std::size_t> of_component; ///< the method of each component of the graph
    std::vector<std::size_t> components;   ///< the first component of each method
};

} // namespace proxima::rundir
