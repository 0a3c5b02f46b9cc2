#include "lane/thread.hpp"
#include "tree/tree.hpp"

#include <proxima/call_path.hpp>

#include <algorithm>

namespace proxima::detail {

const Node* innermost_node() noexcept {
    if (this_thread.lane == nullptr || this_thread.busy) {
        return nullptr;
    }
    const Lane& lane = this_thread.lane->lane();
    const Node* const node = lane.head.current;
    return node == &lane.busy || node == node->parent ? nullptr : node;
}

std::vector<PathStep> path_steps(const Node* top, const Node* node) {
    std::vector<PathStep> steps;
    for (; node != top && node != node->parent; node = node->parent) {
        const SiteInfo& where = *static_cast<const TreeNode*>(node)->where;
        steps.push_back(
            {where.method->port, *where.instance, where.method->name, where.method->signature});
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

} // namespace proxima::detail
