#include "call_graph/forest.hpp"

#include <proxima/rundir/call_graph.hpp>

#include <string>
#include <unordered_map>
#include <utility>

namespace proxima::rundir {

CallGraph by_instance(const CallGraph& graph) {
    struct Key {
        std::size_t parent;
        std::size_t instance;
        bool operator==(const Key& other) const {
            return parent == other.parent && instance == other.instance;
        }
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            return key.parent * 0x9E3779B97F4A7C15U + key.instance;
        }
    };
    std::unordered_map<std::string, std::size_t> numbers;
    std::vector<std::size_t> instance; // of each component
    CallGraph merged;
    merged.knows_mpi_calls = graph.knows_mpi_calls;
    merged.complete = graph.complete;
    merged.counters = graph.counters;
    for (const auto& component : graph.components) {
        const auto [entry, is_new] = numbers.emplace(component.instance, merged.components.size());
        instance.push_back(entry->second);
        if (is_new) {
            merged.components.push_back(
                {component.instance, component.instance, component.port, "", ""});
        }
    }
    // Children of one merged node may lie apart, so preorder comes last.
    std::unordered_map<Key, std::size_t, KeyHash> known;
    std::vector<Node> nodes;
    std::vector<std::size_t> merged_into(graph.nodes.size());
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        const auto parent =
            node.parent == Node::no_parent ? Node::no_parent : merged_into[node.parent];
        const auto [entry, is_new] =
            known.emplace(Key{parent, instance[node.component]}, nodes.size());
        merged_into[i] = entry->second;
        if (is_new) {
            nodes.emplace_back();
            nodes.back().component = instance[node.component];
            nodes.back().parent = parent;
        }
        merge(nodes[entry->second].statistics, node.statistics);
    }
    merged.nodes = in_preorder(std::move(nodes));
    return merged;
}

} // namespace proxima::rundir
