#include "call_graph/forest.hpp"

#include <algorithm>
#include <utility>

namespace proxima::rundir {
namespace {

constexpr std::size_t none = Node::no_parent;

/// Sibling lists: first_child[i] and next_sibling[i] chain the children of i; roots hang off
/// `first_root`.
struct SiblingLists {
    std::size_t first_root = none;
    std::vector<std::size_t> first_child;
    std::vector<std::size_t> next_sibling;
};

SiblingLists sibling_lists(const std::vector<std::size_t>& parents) {
    SiblingLists lists{none, std::vector<std::size_t>(parents.size(), none),
                       std::vector<std::size_t>(parents.size(), none)};
    for (std::size_t i = parents.size(); i-- > 0;) {
        auto& head = parents[i] == none ? lists.first_root : lists.first_child[parents[i]];
        lists.next_sibling[i] = head;
        head = i;
    }
    return lists;
}

/// For each place in preorder: the node that belongs there.
std::vector<std::size_t> preorder(const std::vector<std::size_t>& parents) {
    const auto lists = sibling_lists(parents);
    std::vector<std::size_t> order;
    order.reserve(parents.size());
    auto next = lists.first_root;
    while (next != none) {
        order.push_back(next);
        if (lists.first_child[next] != none) {
            next = lists.first_child[next];
            continue;
        }
        while (next != none && lists.next_sibling[next] == none) {
            next = parents[next];
        }
        next = next == none ? none : lists.next_sibling[next];
    }
    return order;
}

std::vector<std::size_t> places(const std::vector<std::size_t>& order, std::size_t nodes) {
    std::vector<std::size_t> positions(nodes, none);
    for (std::size_t i = 0; i < order.size(); ++i) {
        positions[order[i]] = i;
    }
    return positions;
}

/// Of nodes in preorder, which know their parents.
void set_depths_and_ends(std::vector<Node>& nodes) {
    for (auto& node : nodes) {
        node.depth = node.parent == none ? 0 : nodes[node.parent].depth + 1;
    }
    for (auto i = nodes.size(); i-- > 0;) { // children come after their parents
        auto& node = nodes[i];
        node.subtree_end = std::max(node.subtree_end, i + 1);
        if (node.parent != none) {
            auto& end = nodes[node.parent].subtree_end;
            end = std::max(end, node.subtree_end);
        }
    }
}

} // namespace

std::vector<Node> nodes_in_preorder(const std::vector<std::size_t>& parents,
                                    std::vector<std::size_t>& positions) {
    const auto order = preorder(parents);
    positions = places(order, parents.size());
    std::vector<Node> nodes(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto parent = parents[order[i]];
        nodes[i].parent = parent == none ? none : positions[parent];
    }
    set_depths_and_ends(nodes);
    return nodes;
}

std::vector<Node> in_preorder(UnorderedNodes nodes, std::vector<std::size_t>* positions) {
    std::vector<std::size_t> parents;
    parents.reserve(nodes.size());
    for (const auto& node : nodes) {
        parents.push_back(node.parent);
    }
    std::vector<std::size_t> new_places;
    auto sorted = nodes_in_preorder(parents, new_places);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (new_places[i] != none) {
            auto& node = sorted[new_places[i]];
            node.component = nodes[i].component;
            node.statistics = std::move(nodes[i].statistics);
        }
    }
    if (positions != nullptr) {
        *positions = std::move(new_places);
    }
    return sorted;
}

} // namespace proxima::rundir
