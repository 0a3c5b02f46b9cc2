// Which node of a call graph the call paths of record files belong to.
// Ownership: copies what it needs; the graph may go. Thread-safety: const members may be called
// from several threads.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace proxima::rundir {

/// Nodes by parent and component. The graph must outlive the index and not change. Thread-safety:
/// const members may be called from several threads.
class CallGraphIndex {
public:
    explicit CallGraphIndex(const CallGraph& graph);

    /// The node that `path` with `method` is, if its parent is node `parent` (Node::no_parent for a
    /// root); or Node::no_parent if the graph has no such node.
    std::size_t find(std::size_t parent, const CallPath& path, const Method& method) const;

    /// Appends to `nodes`, which has an entry for each of the lane's first call paths, the nodes of
    /// the others.
    void follow(const Lane& lane, std::vector<std::size_t>& nodes) const;

private:
    struct Key {
        std::size_t parent;
        std::size_t component;
        bool operator==(const Key& other) const {
            return parent == other.parent && component == other.component;
        }
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            return key.parent * 0x9E3779B97F4A7C15U + key.component;
        }
    };

    std::unordered_map<std::string, std::size_t> components_;
    std::unordered_map<Key, std::size_t, KeyHash> nodes_;
};

} // namespace proxima::rundir
