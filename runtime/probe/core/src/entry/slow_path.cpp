// The slow paths of entering and leaving an invocation; proxima/invocation.hpp has the short ones.
#include "buffer/thread_state.hpp"
#include "entry/adoption.hpp"
#include "entry/safe_point_action.hpp"
#include "run/run.hpp"

#include <proxima/detail/regions.hpp>
#include <proxima/invocation.hpp>

#include <exception>
#include <mutex>
#include <new>
#include <utility>

namespace proxima::detail {
namespace {

// Returns the end of the used stack; the frames of callers are above it.
std::uintptr_t stack_in_use(const void* frame_address) noexcept {
    return reinterpret_cast<std::uintptr_t>(frame_address);
}

bool is_open(const ThreadRecorder& recorder, const TreeNode& node) noexcept {
    return node.recorder == &recorder && !node.is_over;
}

// Reads the counters. The calibrated time of reading belongs to no invocation.
void read_counters(ThreadRecorder& recorder) noexcept {
    if (recorder.counters().count() != 0) {
        const PausedTime pause(recorder, recorder.counters().read_ticks());
        recorder.counters().read();
    }
}

// Takes the communication time of the open invocation, and adds it to its caller's.
std::uint64_t take_communication(ThreadRecorder& recorder, TreeNode& node) noexcept {
    const bool is_slow = load_shared(node.is_long) || node.where->is_watched();
    node.buffer = is_slow ? nullptr : recorder.tree().buffer();
    const std::uint64_t ticks = std::exchange(node.communication, 0);
    if (ticks != 0) {
        node.parent->communication += ticks;
        node.parent->buffer = nullptr;
    }
    return ticks;
}

// Leaves the innermost invocation at thread time `end`.
void leave_innermost(ThreadRecorder& recorder, std::uint64_t end,
                     const std::uint64_t* parameters) noexcept {
    TreeNode& node = innermost(recorder);
    const std::lock_guard lock(recorder.mutex()); // snapshots see it open or completed
    node.parent->last = &node;
    store_shared(recorder.buffer().head.current, node.parent);
    node.count_end();
    const std::uint64_t communication = take_communication(recorder, node);
    if (node.start == untimed) {
        recorder.count_untimed(node, communication);
    } else {
        recorder.append(node, node.start, end, communication, parameters,
                        recorder.counters().end(node.counters.get()));
    }
    recorder.count_mpi_calls(node, std::exchange(node.mpi_calls, 0));
}

// Leaves regions that had to wait for a method inside them, which has returned.
void leave_waiting_regions(ThreadRecorder& recorder, std::uint64_t end) noexcept {
    while (innermost(recorder).ends_with_inner) {
        innermost(recorder).ends_with_inner = false;
        leave_innermost(recorder, end, nullptr);
    }
}

// Drops invocations that longjmp has left, or that a fiber has left on another thread. An
// invocation is dead if it has the stack address of the new one, or lies below the used stack.
void drop_dead_invocations(ThreadRecorder& recorder, std::uintptr_t frame,
                           std::uintptr_t stack) noexcept {
    const auto is_dead = [=](const TreeNode& node) {
        return node.left_elsewhere ||
               (node.frame != no_frame && (node.frame == frame || node.frame < stack));
    };
    while (is_dead(innermost(recorder))) {
        drop_innermost(recorder);
        leave_waiting_regions(recorder, recorder.clock().now() - recorder.buffer().head.overhead);
    }
}

TreeNode* find_or_make_child(ThreadRecorder& recorder, TreeNode& parent, CallSite site) {
    Node* const expected = parent.last->next;
    if (expected != &nowhere && static_cast<TreeNode*>(expected)->call_site == site) {
        return static_cast<TreeNode*>(expected);
    }
    if (TreeNode* const known = Tree::find_child(parent, site)) {
        return known;
    }
    if (!recorder.has_records()) {
        run().place(recorder);
    }
    run().note_modules();
    const PausedMeasuring pause(recorder, PausedMeasuring::Waits::never);
    const std::lock_guard lock(recorder.mutex());
    return recorder.child(parent, site);
}

// The buffer that begins with this head.
ThreadBuffer& buffer_of(BufferHead& head) noexcept {
    return reinterpret_cast<ThreadBuffer&>(head);
}

// Begins an invocation of a node, in thread time.
[[gnu::always_inline]] inline void begin(BufferHead& head, TreeNode& node, std::uintptr_t frame,
                                         std::uint64_t first_word) noexcept {
    const bool may_go_untimed = node.is_thinned() && frame != no_frame;
    if (may_go_untimed && node.begins_untimed(first_word)) {
        node.buffer = nullptr;
        store_shared(node.start, untimed);
    } else {
        if (may_go_untimed) { // leave_node() does not know what is due
            const bool is_short = !node.is_due && !node.where->is_watched();
            node.buffer = is_short ? head.recorder->tree().buffer() : nullptr;
        }
        store_shared(node.start, head.recorder->clock().now() - head.overhead);
    }
    __atomic_store_n(&head.current, static_cast<Node*>(&node), __ATOMIC_RELEASE);
    node.frame = frame;
}

// Enters the expected child if it is at `site` and its invocations may go untimed; else null.
[[gnu::always_inline]] inline Node* enter_thinned(CallSite site, std::uintptr_t frame,
                                                  std::uint64_t first_word) noexcept {
    BufferHead& head = *current_buffer;
    Node* const parent = head.current;
    Node* const expected = parent->last->next;
    if (expected == &nowhere || expected->site == site || !is_on_own_stack(head, frame)) {
        return nullptr;
    }
    auto& node = static_cast<TreeNode&>(*expected);
    if (node.call_site != site || node.recorder != head.recorder) {
        return nullptr;
    }
    store_shared(head.current, &buffer_of(head).busy); // signal handlers measure nothing
    in_this_order();
    begin(head, node, frame, first_word);
    return &node;
}

Node* enter(ThreadRecorder& recorder, CallSite site, std::uintptr_t frame, std::uintptr_t stack,
            std::uint64_t first_word) {
    if (!is_on_own_stack(recorder.buffer().head, stack)) {
        const std::lock_guard lock(recorder.mutex());
        recorder.lose(Loss::stack);
        return &nowhere;
    }
    drop_dead_invocations(recorder, frame, stack);
    follow_creator(recorder);
    TreeNode& parent = innermost(recorder);
    TreeNode* const node = find_or_make_child(recorder, parent, site);
    if (node == nullptr || node->where->is_off()) {
        return &nowhere;
    }
    Tree::expect(parent, *node);
    read_counters(recorder);
    recorder.counters().begin(node->counters.get());
    begin(recorder.buffer().head, *node, frame, first_word);
    return node;
}

} // namespace

void drop_innermost(ThreadRecorder& recorder) noexcept {
    TreeNode& node = innermost(recorder);
    take_communication(recorder, node);
    if (const std::uint64_t calls = std::exchange(node.mpi_calls, 0); calls != 0) {
        node.parent->mpi_calls += calls;
        node.parent->buffer = nullptr;
    }
    store_shared(recorder.buffer().head.current, node.parent);
    node.count_end();
    const std::lock_guard lock(recorder.mutex());
    recorder.lose(std::exchange(node.left_elsewhere, false) ? Loss::thread : Loss::jump);
}

inline namespace layout_5 {

// A function of its own, so that enter_slowly() needs no stack frame for thinned nodes.
[[gnu::noinline]] static Node* enter_by_search(CallSite site, std::uintptr_t frame,
                                               std::uint64_t first_word) noexcept {
    if (is_interrupted()) {
        return &nowhere;
    }
    pass_safe_point(site);
    const SlowSection section;
    try {
        if (ThreadRecorder* const recorder = own_recorder()) {
            const CrossingTime time(*recorder);
            return enter(*recorder, site, frame, stack_in_use(__builtin_frame_address(0)),
                         first_word);
        }
    } catch (const std::bad_alloc&) {
        if (this_thread.recorder != nullptr) {
            const std::lock_guard lock(this_thread.recorder->mutex());
            this_thread.recorder->lose(Loss::memory);
        }
    }
    return &nowhere;
}

Node* enter_slowly(CallSite site, std::uintptr_t frame, std::uint64_t first_word) noexcept {
    Node* const node = enter_thinned(site, frame, first_word);
    return node != nullptr ? node : enter_by_search(site, frame, first_word);
}

void leave_untimed(Node* left) noexcept {
    BufferHead& head = *current_buffer;
    auto& node = static_cast<TreeNode&>(*left);
    if (head.current != left || node.communication != 0 || node.mpi_calls != 0 ||
        static_cast<TreeNode*>(node.parent)->ends_with_inner) {
        leave_slowly(left, counter(), nullptr, 0);
        return;
    }
    store_shared(head.current, &buffer_of(head).busy); // signal handlers measure nothing
    in_this_order();
    node.count_untimed();
    node.count_end();
    in_this_order();
    node.parent->last = left;
    store_shared(head.current, node.parent);
}

void leave_slowly(Node* left, std::uint64_t end, const std::uint64_t* parameters,
                  [[maybe_unused]] std::size_t words) noexcept {
    if (left == &nowhere) {
        return;
    }
    auto& node = static_cast<TreeNode&>(*left);
    const SlowSection section;
    ThreadRecorder* const recorder = this_thread.recorder;
    if (recorder == nullptr || !is_open(*recorder, node)) {
        if (node.recorder != nullptr && node.recorder != recorder && !node.is_over) {
            node.last = &nowhere; // sends its thread to the slow path, which finds that it is left
            __atomic_store_n(&node.left_elsewhere, true, __ATOMIC_RELEASE);
        }
        return;
    }
    if (!recorder->clock().is_counter()) {
        end = recorder->clock().now();
    }
    end -= recorder->buffer().head.overhead;
    const CrossingTime time(*recorder);
    read_counters(*recorder);
    while (&innermost(*recorder) != &node) { // left by longjmp, or open regions
        if (&innermost(*recorder) == &recorder->tree().root() || innermost(*recorder).is_stand_in) {
            return;
        }
        if (innermost(*recorder).frame == no_frame) {
            leave_innermost(*recorder, end, nullptr);
        } else {
            drop_innermost(*recorder);
        }
    }
    if (node.where->is_watched() && std::uncaught_exceptions() != 0) {
        CallSiteInfo::set(node.where->threw, true);
    }
    leave_innermost(*recorder, end, parameters);
    leave_waiting_regions(*recorder, end);
    pass_overhead(*recorder, end + recorder->buffer().head.overhead);
}

void drain(ThreadBuffer& buffer) noexcept {
    const int error = errno;
    ThreadRecorder& recorder = *buffer.head.recorder;
    {
        const PausedMeasuring pause(recorder, PausedMeasuring::Waits::for_files);
        const std::lock_guard lock(recorder.mutex());
        recorder.drain();
    }
    pass_overhead(recorder, recorder.clock().now());
    errno = error;
}

} // namespace layout_5

void* thread_section(std::uint32_t section_type, std::uint32_t row_bytes,
                     std::size_t bytes) noexcept {
    if (is_interrupted()) {
        return nullptr;
    }
    const SlowSection section;
    try {
        ThreadRecorder* const recorder = own_recorder();
        if (recorder == nullptr) {
            return nullptr;
        }
        const std::lock_guard lock(recorder->mutex());
        return recorder->section(static_cast<format::SectionType>(section_type), row_bytes, bytes);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

bool leave_region(Node* left, const std::uint64_t* parameters) noexcept {
    if (left == &nowhere || is_interrupted() || this_thread.recorder == nullptr) {
        return false;
    }
    auto& node = static_cast<TreeNode&>(*left);
    ThreadRecorder& recorder = *this_thread.recorder;
    const std::uintptr_t stack = stack_in_use(__builtin_frame_address(0));
    const std::uint64_t end = recorder.clock().now() - recorder.buffer().head.overhead;
    const SlowSection section;
    if (!is_open(recorder, node)) {
        return false;
    }
    read_counters(recorder);
    constexpr std::uintptr_t no_new_frame = 0;
    drop_dead_invocations(recorder, no_new_frame, stack);
    Node* inner = &innermost(recorder);
    while (inner != &node && inner != inner->parent && inner->frame == no_frame) {
        inner = inner->parent;
    }
    if (inner == &node) {
        const bool is_innermost = inner == &innermost(recorder);
        while (&innermost(recorder) != &node) {
            leave_innermost(recorder, end, nullptr);
        }
        leave_innermost(recorder, end, parameters);
        leave_waiting_regions(recorder, end);
        return !is_innermost;
    }
    while (inner != inner->parent && inner->parent != &node) {
        inner = inner->parent;
    }
    if (inner->parent != &node || inner == &node) {
        return false;
    }
    node.ends_with_inner = true;
    inner->buffer = nullptr; // makes it end by the slow path, which ends the region
    return false;
}

} // namespace proxima::detail

namespace proxima {

Unmeasured::Unmeasured() noexcept : is_inner_(detail::is_interrupted()), error_(errno) {
    if (is_inner_) {
        return;
    }
    detail::this_thread.busy = true;
    detail::current_buffer = &detail::no_buffer;
    if (detail::ThreadRecorder* const recorder = detail::this_thread.recorder) {
        detail::ThreadBuffer& buffer = recorder->buffer();
        current_ = buffer.head.current;
        detail::store_shared(buffer.head.current, &buffer.busy); // in the same order as PausedTime
        detail::in_this_order();
        if (recorder->counters().count() != 0) { // a system call: it may end in preemption
            const detail::PausedTime pause(*recorder, recorder->counters().read_ticks());
            recorder->counters().begin_own_work();
        }
        begin_ = recorder->clock().now();
    }
}

Unmeasured::~Unmeasured() {
    if (is_inner_) {
        return;
    }
    detail::ThreadRecorder* const recorder = detail::this_thread.recorder;
    if (recorder != nullptr && begin_ != 0) {
        detail::BufferHead& head = recorder->buffer().head;
        const std::uint64_t paused = recorder->clock().now() - begin_;
        if (recorder->counters().count() != 0) {
            const detail::PausedTime pause(*recorder, recorder->counters().read_ticks());
            recorder->counters().end_own_work();
        }
        detail::store_shared(head.overhead, head.overhead + paused);
        __atomic_store_n(&head.current, current_, __ATOMIC_RELEASE);
    }
    detail::this_thread.busy = false;
    if (detail::has_short_path && recorder != nullptr) {
        detail::current_buffer = &recorder->buffer().head;
    }
    errno = error_;
}

} // namespace proxima
