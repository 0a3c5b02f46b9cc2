#include "call_graph/forest.hpp"

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

SiblingLists sibling_lists(const UnorderedNodes& nodes) {
    SiblingLists lists{none, std::vector<std::size_t>(nodes.size(), none),
                       std::vector<std::size_t>(nodes.size(), none)};
    for (std::size_t i = nodes.size(); i-- > 0;) {
        auto& head =
            nodes[i].parent == none ? lists.first_root : lists.first_child[nodes[i].parent];
        lists.next_sibling[i] = head;
        head = i;
    }
    return lists;
}

} // namespace

std::vector<Node> in_preorder(const UnorderedNodes& nodes, std::vector<std::size_t>* positions) {
    const auto lists = sibling_lists(nodes);
    std::vector<Node> sorted;
    sorted.reserve(nodes.size());
    if (positions != nullptr) {
        positions->assign(nodes.size(), none);
    }
    struct Open {
        std::size_t old_index;
        std::size_t new_index;
    };
    std::vector<Open> path;
    std::size_t next = lists.first_root;
    while (next != none || !path.empty()) {
        if (next == none) { // all children of the innermost open node are done
            sorted[path.back().new_index].subtree_end = sorted.size();
            next = lists.next_sibling[path.back().old_index];
            path.pop_back();
            continue;
        }
        Node node = nodes[next];
        node.depth = path.size();
        node.parent = path.empty() ? none : path.back().new_index;
        if (positions != nullptr) {
            (*positions)[next] = sorted.size();
        }
        path.push_back({next, sorted.size()});
        sorted.push_back(node);
        next = lists.first_child[next];
    }
    return sorted;
}

} // namespace proxima::rundir
