#include "call_graph/building.hpp"

#include <algorithm>
#include <utility>

namespace proxima::rundir {

std::size_t Components::add(CallSite component) {
    const auto key = component_key(component.instance, component.port, component.method,
                                   component.signature, component.binding);
    const auto hash = std::hash<std::string>()(component.name + '\0' + key);
    const auto known = indices_.find(hash);
    if (known != indices_.end() && components_[known->second] == component) {
        return known->second;
    }
    const auto bytes = component.name.size() + key.size();
    if (bytes > bytes_left_) {
        throw NamesTooLong("its instances, and the signatures of their methods, take many times "
                           "more memory than the file; is this the right one?");
    }
    bytes_left_ -= bytes;
    indices_.emplace(hash, components_.size());
    components_.push_back(std::move(component));
    return components_.size() - 1;
}

void PartRows::add(std::size_t node, const RunPart& part, const Statistics& statistics) {
    const auto [known, is_new] = numbers_.try_emplace(part, numbers_.size());
    if (is_new && numbers_.size() == 2) { // all nodes so far belong to the first part
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const auto& of_first = graph_.nodes[i].statistics;
            if (of_first.calls > 0 || of_first.inclusive_us > 0) {
                graph_.rows.push_back({i, 0, of_first});
            }
        }
    }
    if (numbers_.size() > 1) {
        graph_.rows.push_back({node, known->second, statistics});
    }
    merge(graph_.nodes[node].statistics, statistics);
}

void PartRows::finish() {
    std::vector<std::size_t> sorted(numbers_.size());
    for (const auto& [part, number] : numbers_) {
        sorted[number] = graph_.parts.size();
        graph_.parts.push_back(part);
    }
    for (auto& row : graph_.rows) {
        row.part = sorted[row.part];
    }
    sort_rows(graph_.rows);
}

void sort_rows(std::vector<PartRow>& rows) {
    std::sort(rows.begin(), rows.end(), [](const auto& left, const auto& right) {
        return std::pair(left.node, left.part) < std::pair(right.node, right.part);
    });
}

std::string component_key(std::string_view instance, std::string_view port, std::string_view method,
                          std::string_view signature, const RecordedBinding& binding) {
    std::string key(instance);
    for (const std::string_view part :
         {port, method, signature, std::string_view(binding->user),
          std::string_view(binding->uses_port), std::string_view(binding->provides_port)}) {
        key += '\0';
        key += part;
    }
    return key;
}

std::vector<std::size_t> sort_in_preorder(std::vector<Node>& nodes) {
    std::vector<std::size_t> sizes(nodes.size(), 1); // nodes of each subtree
    for (auto i = nodes.size(); i-- > 0;) {
        if (nodes[i].parent != Node::no_parent) {
            sizes[nodes[i].parent] += sizes[i];
        }
    }
    std::vector<std::size_t> positions(nodes.size());
    std::vector<std::size_t> next_child(nodes.size()); // index of each node's next child
    std::size_t next_root = 0;
    std::vector<Node> sorted(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto parent = nodes[i].parent;
        const bool is_root = parent == Node::no_parent;
        auto& next = is_root ? next_root : next_child[parent];
        positions[i] = std::exchange(next, next + sizes[i]);
        next_child[i] = positions[i] + 1;
        auto& node = sorted[positions[i]];
        node = std::move(nodes[i]);
        node.parent = is_root ? Node::no_parent : positions[parent];
        node.depth = is_root ? 0 : sorted[node.parent].depth + 1;
        node.subtree_end = positions[i] + sizes[i];
    }
    nodes = std::move(sorted);
    return positions;
}

} // namespace proxima::rundir
