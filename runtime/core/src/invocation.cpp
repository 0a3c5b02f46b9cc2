// The ways in and out of an invocation that the short ones in proxima/invocation.hpp leave over.
#include "run.hpp"
#include "thread.hpp"

#include <mutex>
#include <new>

namespace proxima::detail {

namespace {

std::uintptr_t address(const void* pointer) noexcept {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

// Leaves nodes whose invocations were jumped over (longjmp): an invocation cannot be open if it
// lies where the new one does, or below the part of the stack that is in use.
void leave_dead_invocations(Lane& lane, const OpenInvocation& invocation,
                            std::uintptr_t stack) noexcept {
    const std::uintptr_t frame = address(&invocation);
    while (lane.current->frame == frame || lane.current->frame < stack) {
        lane.current = lane.current->parent;
    }
}

TreeNode* find_or_make_child(LaneState& state, TreeNode& parent, Site site) {
    if (TreeNode* const known = Tree::find_child(parent, site)) {
        return known;
    }
    const std::uint64_t begin = run().clock().now();
    const std::lock_guard lock(state.mutex());
    TreeNode* const made = state.closed() ? nullptr : state.child(parent, site);
    state.lane().overhead += run().clock().now() - begin;
    return made;
}

void begin_folded(LaneState& state, OpenInvocation& invocation, TreeNode& node) noexcept {
    invocation.folded = &node;
    invocation.enclosing_children = state.folded_children;
    invocation.communication = state.lane().communication;
    invocation.start = run().clock().now() - state.lane().overhead;
    state.folded_children = 0;
}

void enter(LaneState& state, OpenInvocation& invocation, Site site, std::uintptr_t stack) {
    Lane& lane = state.lane();
    leave_dead_invocations(lane, invocation, stack);
    auto& parent = static_cast<TreeNode&>(*lane.current);
    TreeNode* const node = find_or_make_child(state, parent, site);
    if (node == nullptr) {
        return;
    }
    if (node->folded) {
        begin_folded(state, invocation, *node);
        return;
    }
    Tree::expect(parent, *node);
    invocation.node = node;
    lane.current = node;
    node->frame = address(&invocation);
    node->communication = lane.communication;
    node->start = run().clock().now() - lane.overhead;
}

void leave(LaneState& state, TreeNode& node, std::uint64_t end,
           const std::uint64_t* parameters) noexcept {
    Lane& lane = state.lane();
    lane.current = node.parent;
    node.parent->last = &node;
    const std::lock_guard lock(state.mutex());
    state.append(node, node.start, end - lane.overhead, lane.communication - node.communication,
                 parameters);
}

void leave_folded(LaneState& state, const OpenInvocation& invocation, std::uint64_t end,
                  const std::uint64_t* parameters) noexcept {
    Lane& lane = state.lane();
    auto& node = static_cast<TreeNode&>(*invocation.folded);
    end -= lane.overhead;
    const std::uint64_t duration = end - invocation.start;
    const std::lock_guard lock(state.mutex());
    node.exclusive += duration - state.folded_children;
    state.folded_children = invocation.enclosing_children + duration;
    state.append(node, invocation.start, end, lane.communication - invocation.communication,
                 parameters);
}

} // namespace

void enter_slowly(OpenInvocation& invocation, Site site) noexcept {
    invocation.node = nullptr;
    invocation.folded = nullptr;
    const bool appending = short_way && this_thread.lane != nullptr && current_lane == nullptr;
    if (this_thread.busy || this_thread.left || appending) {
        return;
    }
    const SlowSection section;
    try {
        if (this_thread.lane == nullptr) {
            this_thread.lane = run().attach();
        }
        if (this_thread.lane != nullptr) {
            enter(*this_thread.lane, invocation, site, address(__builtin_frame_address(0)));
        }
    } catch (const std::bad_alloc&) {
        invocation.node = nullptr; // out of memory: this one is not measured
    }
}

void leave_slowly(OpenInvocation& invocation, std::uint64_t end, const std::uint64_t* parameters,
                  std::size_t words) noexcept {
    Node* const node = invocation.node != nullptr ? invocation.node : invocation.folded;
    if (node == nullptr) {
        return;
    }
    if (!short_way) {
        end = run().clock().now();
    }
    const SlowSection section;
    LaneState* const state = this_thread.lane;
    if (state == nullptr) {
        // In the child of a fork the path of open calls is kept, in case that it measures later.
        if (this_thread.inherited != nullptr && invocation.node != nullptr) {
            this_thread.inherited->lane().current = node->parent;
        }
        return;
    }
    if (static_cast<TreeNode*>(node)->words != words) {
        return;
    }
    if (invocation.node != nullptr) {
        leave(*state, static_cast<TreeNode&>(*node), end, parameters);
    } else {
        leave_folded(*state, invocation, end, parameters);
    }
}

void drain(Lane& lane) noexcept {
    const int error = errno;
    const std::uint64_t begin = run().clock().now();
    {
        LaneState& state = *lane.state;
        const std::lock_guard lock(state.mutex());
        state.drain();
    }
    lane.overhead += run().clock().now() - begin;
    errno = error;
}

} // namespace proxima::detail
