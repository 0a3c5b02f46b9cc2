// The ways in and out of an invocation that the short ones in proxima/invocation.hpp leave over.
#include "run.hpp"
#include "thread.hpp"

#include <proxima/communication.hpp>

#include <mutex>
#include <new>
#include <utility>

namespace proxima::detail {

namespace {

std::uintptr_t address(const void* pointer) noexcept {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

Lane* short_way_to(Lane& lane) noexcept {
    return short_way ? &lane : nullptr;
}

// The communication time of the node's open invocation, which ends.
std::uint64_t take_communication(TreeNode& node, Lane& lane) noexcept {
    node.lane = short_way_to(lane);
    return std::exchange(node.communication, 0);
}

// Leaves nodes whose invocations were jumped over (longjmp): an invocation cannot be open if it
// lies where the new one does, or below the part of the stack that is in use.
void leave_dead_invocations(Lane& lane, const OpenInvocation& invocation,
                            std::uintptr_t stack) noexcept {
    const std::uintptr_t frame = address(&invocation);
    while (lane.head.current->frame == frame || lane.head.current->frame < stack) {
        auto& node = static_cast<TreeNode&>(*lane.head.current);
        take_communication(node, lane);
        lane.head.current = node.parent;
    }
}

TreeNode* find_or_make_child(LaneState& state, TreeNode& parent, Site site) {
    if (TreeNode* const known = Tree::find_child(parent, site)) {
        return known;
    }
    const std::uint64_t begin = run().clock().now();
    const std::lock_guard lock(state.mutex());
    TreeNode* const made = state.closed() ? nullptr : state.child(parent, site);
    state.lane().head.overhead += run().clock().now() - begin;
    return made;
}

void begin_folded(LaneState& state, OpenInvocation& invocation, TreeNode& node) noexcept {
    invocation.folded = &node;
    invocation.enclosing_children = std::exchange(state.folded_children, 0);
    invocation.enclosing_communication = std::exchange(state.folded_communication, 0);
    invocation.start = run().clock().now() - state.lane().head.overhead;
}

void enter(LaneState& state, OpenInvocation& invocation, Site site, std::uintptr_t stack) {
    Lane& lane = state.lane();
    leave_dead_invocations(lane, invocation, stack);
    auto& parent = static_cast<TreeNode&>(*lane.head.current);
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
    lane.head.current = node;
    node->frame = address(&invocation);
    node->start = run().clock().now() - lane.head.overhead;
}

void leave(LaneState& state, TreeNode& node, std::uint64_t end,
           const std::uint64_t* parameters) noexcept {
    Lane& lane = state.lane();
    node.parent->last = &node;
    lane.head.current = node.parent;
    const std::lock_guard lock(state.mutex());
    state.append(node, node.start, end - lane.head.overhead, take_communication(node, lane),
                 parameters);
}

void leave_folded(LaneState& state, const OpenInvocation& invocation, std::uint64_t end,
                  const std::uint64_t* parameters) noexcept {
    auto& node = static_cast<TreeNode&>(*invocation.folded);
    end -= state.lane().head.overhead;
    const std::uint64_t duration = end - invocation.start;
    const std::uint64_t communication = state.folded_communication;
    const std::lock_guard lock(state.mutex());
    node.exclusive += duration - state.folded_children;
    state.folded_children = invocation.enclosing_children + duration;
    state.folded_communication = invocation.enclosing_communication + communication;
    state.append(node, invocation.start, end, communication, parameters);
}

// Whether the runtime has been interrupted on this thread, by a signal or by a call of the
// application's that it makes itself: nothing can be measured then.
bool is_interrupted() noexcept {
    const ThreadState& thread = this_thread;
    return thread.busy || thread.left ||
           (thread.lane != nullptr &&
            thread.lane->lane().head.current == &thread.lane->lane().head.busy);
}

} // namespace

void enter_slowly(OpenInvocation& invocation, Site site) noexcept {
    invocation.node = &nowhere;
    invocation.folded = nullptr;
    if (is_interrupted()) {
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
        invocation.node = &nowhere; // out of memory: this one is not measured
    }
}

void leave_slowly(OpenInvocation& invocation, std::uint64_t end, const std::uint64_t* parameters,
                  std::size_t words) noexcept {
    const bool is_folded = invocation.node == &nowhere;
    auto* const node = static_cast<TreeNode*>(is_folded ? invocation.folded : invocation.node);
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
        if (this_thread.inherited != nullptr && !is_folded) {
            this_thread.inherited->lane().head.current = node->parent;
        }
        return;
    }
    if (node->words != words) {
        return;
    }
    if (is_folded) {
        leave_folded(*state, invocation, end, parameters);
    } else {
        leave(*state, *node, end, parameters);
    }
}

void drain(Lane& lane) noexcept {
    const int error = errno;
    const std::uint64_t begin = run().clock().now();
    LaneState& state = *lane.head.state;
    const std::lock_guard lock(state.mutex());
    state.drain();
    lane.head.overhead += run().clock().now() - begin;
    errno = error;
}

void add_communication(std::uint64_t ticks) noexcept {
    if (this_thread.lane == nullptr || is_interrupted()) {
        return;
    }
    LaneState& state = *this_thread.lane;
    state.folded_communication += ticks;
    for (Node* node = state.lane().head.current; node != node->parent; node = node->parent) {
        static_cast<TreeNode*>(node)->communication += ticks;
        node->lane = nullptr;
    }
}

} // namespace proxima::detail
