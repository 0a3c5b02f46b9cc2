#include "call_graph/building.hpp"

namespace proxima::rundir {

CallGraphIndex::CallGraphIndex(const CallGraph& graph) {
    for (std::size_t i = 0; i < graph.components.size(); ++i) {
        const auto& component = graph.components[i];
        components_.emplace(component_key(component.instance, component.port, component.method,
                                          component.signature, component.binding),
                            i);
    }
    nodes_.reserve(graph.nodes.size());
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        nodes_.emplace(NodeKey{graph.nodes[i].parent, graph.nodes[i].component}, i);
    }
}

std::size_t CallGraphIndex::find(std::size_t parent, const CallPath& path,
                                 const Method& method) const {
    const auto component = components_.find(
        component_key(path.instance, method.port, method.name, method.signature, path.binding));
    if (component == components_.end()) {
        return Node::no_parent;
    }
    const auto node = nodes_.find(NodeKey{parent, component->second});
    return node == nodes_.end() ? Node::no_parent : node->second;
}

void CallGraphIndex::follow(const Thread& thread, std::vector<std::size_t>& nodes) const {
    for (auto i = nodes.size(); i < thread.call_paths.size(); ++i) {
        const auto& path = thread.call_paths[i];
        const bool is_root = path.parent == CallPath::no_parent;
        const auto parent = is_root ? Node::no_parent : nodes[path.parent];
        const bool parent_unknown = !is_root && parent == Node::no_parent;
        nodes.push_back(parent_unknown ? Node::no_parent : find(parent, path, thread.method(path)));
    }
}

} // namespace proxima::rundir
