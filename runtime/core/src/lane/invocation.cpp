// The ways in and out of an invocation that the short ones in proxima/invocation.hpp leave over.
#include "lane/thread.hpp"
#include "run/run.hpp"

#include <proxima/call_path.hpp>
#include <proxima/communication.hpp>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <new>
#include <utility>

namespace proxima::detail {

namespace {

// Frames of callers lie above it.
std::uintptr_t stack_in_use(const void* frame_address) noexcept {
    return reinterpret_cast<std::uintptr_t>(frame_address);
}

Lane* short_way_to(Lane& lane) noexcept {
    return short_way ? &lane : nullptr;
}

// The communication time of the node's open invocation, which ends. It is part of that of the one
// around it.
std::uint64_t take_communication(TreeNode& node, Lane& lane) noexcept {
    node.lane = short_way_to(lane);
    const std::uint64_t ticks = std::exchange(node.communication, 0);
    if (ticks != 0) {
        node.parent->communication += ticks;
        node.parent->lane = nullptr;
    }
    return ticks;
}

std::uint64_t take_mpi_calls(Node& node) noexcept {
    return std::exchange(node.mpi_calls, 0);
}

// To the caller, whose own time that of an invocation is which was jumped over.
void pass_on_mpi_calls(Node& node) noexcept {
    if (const std::uint64_t calls = take_mpi_calls(node); calls != 0) {
        node.parent->mpi_calls += calls;
        node.parent->lane = nullptr;
    }
}

// Leaves nodes that have ended, now that nothing inside of them is open.
void leave_ended(LaneState& state) noexcept {
    Lane& lane = state.lane();
    while (lane.head.current != &state.tree().root()) {
        auto& node = static_cast<TreeNode&>(*lane.head.current);
        if (!node.has_ended()) {
            return;
        }
        node.parent->last = &node;
        lane.head.current = node.parent;
        const std::uint64_t end = std::exchange(node.ended, 0);
        const std::lock_guard lock(state.mutex());
        state.append(node, node.start, end, take_communication(node, lane), nullptr,
                     state.counters().end(node.counters.get(), true));
        state.count_mpi_calls(node, take_mpi_calls(node));
    }
}

// Leaves invocations that were jumped over (longjmp): one cannot be open if it lies where the new
// one does, or below the part of the stack that is in use.
void leave_dead_invocations(LaneState& state, std::uintptr_t frame, std::uintptr_t stack) noexcept {
    const auto is_dead = [=](std::uintptr_t other) { return other == frame || other < stack; };
    while (!state.folded.empty() && is_dead(state.folded.back().frame)) {
        state.folded.pop_back();
        state.counters().keep_folded(state.folded.size());
    }
    Lane& lane = state.lane();
    while (is_dead(lane.head.current->frame)) {
        auto& node = static_cast<TreeNode&>(*lane.head.current);
        take_communication(node, lane);
        pass_on_mpi_calls(node);
        lane.head.current = node.parent;
        leave_ended(state);
    }
}

TreeNode* find_or_make_child(LaneState& state, TreeNode& parent, Site site) {
    if (TreeNode* const known = Tree::find_child(parent, site)) {
        return known;
    }
    const std::uint64_t begin = run().clock().now();
    state.counters().begin_own_work();
    const std::lock_guard lock(state.mutex());
    state.drop_late();
    TreeNode* const made = state.closed() ? nullptr : state.child(parent, site);
    state.counters().end_own_work();
    state.lane().head.overhead += run().clock().now() - begin;
    return made;
}

Node* enter(LaneState& state, Site site, std::uintptr_t frame, std::uintptr_t stack) {
    Lane& lane = state.lane();
    leave_dead_invocations(state, frame, stack);
    auto& parent = static_cast<TreeNode&>(*lane.head.current);
    TreeNode* const node = find_or_make_child(state, parent, site);
    if (node == nullptr) {
        return &nowhere;
    }
    if (node->folded) {
        state.counters().read();
        state.counters().begin_folded(state.folded.size());
        FoldedInvocation& invocation = state.folded.emplace_back();
        invocation.node = node;
        invocation.frame = frame;
        invocation.communication = parent.communication;
        invocation.mpi_calls = parent.mpi_calls;
        invocation.start = run().clock().now() - lane.head.overhead;
        return node;
    }
    Tree::expect(parent, *node);
    lane.head.current = node;
    node->frame = frame;
    state.counters().read();
    state.counters().begin(node->counters.get());
    node->start = run().clock().now() - lane.head.overhead;
    return node;
}

void leave(LaneState& state, TreeNode& node, std::uint64_t end,
           const std::uint64_t* parameters) noexcept {
    Lane& lane = state.lane();
    node.parent->last = &node;
    lane.head.current = node.parent;
    {
        const std::lock_guard lock(state.mutex());
        state.append(node, node.start, end - lane.head.overhead, take_communication(node, lane),
                     parameters, state.counters().end(node.counters.get(), false));
        state.count_mpi_calls(node, take_mpi_calls(node));
    }
    leave_ended(state);
}

void leave_folded(LaneState& state, TreeNode& node, std::uintptr_t stack, std::uint64_t end,
                  const std::uint64_t* parameters) noexcept {
    const auto is_this = [&](const FoldedInvocation& other) {
        return other.node == &node && other.frame >= stack;
    };
    const auto found = std::find_if(state.folded.rbegin(), state.folded.rend(), is_this);
    if (found == state.folded.rend()) {
        return;
    }
    const FoldedInvocation invocation = *found;
    state.counters().keep_folded(static_cast<std::size_t>(state.folded.rend() - found));
    state.folded.erase(std::next(found).base(), state.folded.end());
    end -= state.lane().head.overhead;
    const std::uint64_t duration = end - invocation.start;
    if (!state.folded.empty()) {
        state.folded.back().children += duration;
    }
    Node& around = *state.lane().head.current;
    const std::uint64_t communication = around.communication - invocation.communication;
    // What is nested in it has taken its own away already.
    const std::uint64_t mpi_calls =
        around.mpi_calls - std::min(around.mpi_calls, invocation.mpi_calls);
    around.mpi_calls -= mpi_calls;
    const std::lock_guard lock(state.mutex());
    node.exclusive += state.closed() ? 0 : duration - invocation.children;
    state.append(node, invocation.start, end, communication, parameters,
                 state.counters().end_folded(node.counters.get()));
    state.count_mpi_calls(node, mpi_calls);
}

// In the child of a fork the path of open calls is kept, in case that it measures later.
void leave_inherited(const TreeNode& node) noexcept {
    if (this_thread.inherited == nullptr || node.folded) {
        return;
    }
    Node*& current = this_thread.inherited->lane().head.current;
    current = node.parent;
    while (static_cast<TreeNode&>(*current).has_ended()) {
        static_cast<TreeNode&>(*current).ended = 0;
        current = current->parent;
    }
}

// Notes that a node has ended while others inside of it are open, if it is open itself.
void end_around_others(const Lane& lane, const LaneCounters& counters, TreeNode& node,
                       std::uint64_t end) noexcept {
    Node* inside = lane.head.current;
    while (inside != inside->parent && inside->parent != &node) {
        inside = inside->parent;
    }
    if (inside->parent == &node) {
        node.ended = end;
        counters.end_early(node.counters.get());
        inside->lane = nullptr; // so that it is left the slow way, which looks for those that ended
    }
}

void leave_inherited_early(TreeNode& node) noexcept {
    if (this_thread.inherited == nullptr) {
        return;
    }
    LaneState& state = *this_thread.inherited;
    const Lane& lane = state.lane();
    if (lane.head.current == &node) {
        leave_inherited(node);
    } else {
        end_around_others(lane, state.counters(), node, node.start);
    }
}

// By a signal, or by a call of the application's that it makes itself.
bool is_runtime_interrupted(const ThreadState& thread) noexcept {
    return thread.busy || (thread.lane != nullptr &&
                           thread.lane->lane().head.current == &thread.lane->lane().busy);
}

// Nothing can be measured then.
bool is_interrupted() noexcept {
    return this_thread.left || is_runtime_interrupted(this_thread);
}

} // namespace

bool is_within_slow_way() noexcept {
    return is_runtime_interrupted(this_thread);
}

Node* enter_slowly(Site site, std::uintptr_t frame) noexcept {
    if (is_interrupted()) {
        return &nowhere;
    }
    const SlowSection section;
    try {
        if (this_thread.lane == nullptr) {
            this_thread.lane = run().attach();
        }
        if (this_thread.lane != nullptr) {
            return enter(*this_thread.lane, site, frame, stack_in_use(__builtin_frame_address(0)));
        }
    } catch (const std::bad_alloc&) { // this one is not measured
    }
    return &nowhere;
}

void leave_slowly(Node* left, std::uint64_t end, const std::uint64_t* parameters,
                  std::size_t words) noexcept {
    if (left == &nowhere) {
        return;
    }
    auto& node = static_cast<TreeNode&>(*left);
    if (!run().clock().is_counter()) {
        end = run().clock().now();
    }
    const SlowSection section;
    LaneState* const state = this_thread.lane;
    if (state == nullptr) {
        leave_inherited(node);
        return;
    }
    state->counters().read();
    if (node.parameters != words) {
        return;
    }
    if (node.folded) {
        leave_folded(*state, node, stack_in_use(__builtin_frame_address(0)), end, parameters);
    } else {
        leave(*state, node, end, parameters);
    }
}

void leave_early(Node* left, std::uint64_t end) noexcept {
    if (left == &nowhere || is_interrupted()) {
        return;
    }
    auto& node = static_cast<TreeNode&>(*left);
    if (this_thread.lane == nullptr) {
        leave_inherited_early(node);
        return;
    }
    if (!run().clock().is_counter()) {
        end = run().clock().now();
    }
    LaneState& state = *this_thread.lane;
    const Lane& lane = state.lane();
    const std::uintptr_t stack = stack_in_use(__builtin_frame_address(0));
    const SlowSection section;
    state.counters().read();
    if (node.folded) {
        leave_folded(state, node, stack, end, nullptr);
        return;
    }
    constexpr std::uintptr_t no_frame = 0;
    leave_dead_invocations(state, no_frame, stack);
    if (lane.head.current == &node) {
        leave(state, node, end, nullptr);
        return;
    }
    end_around_others(lane, state.counters(), node, end - lane.head.overhead);
}

// The open one is taken for one that was jumped over, as its frame is used again.
Node* enter_instead(Node* open, Site site) noexcept {
    const std::uint64_t start = open->start;
    const std::uint64_t communication = std::exchange(open->communication, 0);
    const std::uint64_t mpi_calls = std::exchange(open->mpi_calls, 0);
    NodeCounters* const counted = static_cast<TreeNode*>(open)->counters.get();
    if (this_thread.lane != nullptr) { // what follows is not the invocation's
        const SlowSection section;
        this_thread.lane->counters().read();
        this_thread.lane->counters().end_early(counted);
    }
    Node* const node = enter_slowly(site, open->frame);
    if (innermost_node() == node) {
        node->start = start;
        node->communication = communication;
        node->mpi_calls = mpi_calls;
        this_thread.lane->counters().go_on(counted, static_cast<TreeNode*>(node)->counters.get());
    }
    return node;
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

void add_overhead(std::uint64_t ticks) noexcept {
    if (this_thread.lane != nullptr && !is_interrupted()) {
        this_thread.lane->lane().head.overhead += ticks;
    }
}

unsigned char communication_active = 1;

namespace {

unsigned switched_off = 0;

} // namespace

unsigned communication_epoch() noexcept {
    return __atomic_load_n(&switched_off, __ATOMIC_RELAXED);
}

void switch_communication(bool on) noexcept {
    if (!on) {
        __atomic_add_fetch(&switched_off, 1, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&communication_active, on ? 1 : 0, __ATOMIC_RELAXED);
}

__thread std::uint64_t thread_communication;

std::uint64_t communication_ticks() noexcept {
    return thread_communication;
}

void add_communication_slowly(std::uint64_t ticks) noexcept {
    if (this_thread.lane == nullptr || is_interrupted()) {
        return;
    }
    Node* const innermost = this_thread.lane->lane().head.current;
    innermost->communication += ticks;
    innermost->lane = nullptr;
    ++innermost->mpi_calls;
}

} // namespace proxima::detail
