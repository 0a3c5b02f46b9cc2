// Adds to the call tree of the calling thread: regions and values that are instrumented by hand,
// and communication. For the other libraries of the runtime, not for users.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/thread_buffer.hpp>
#include <proxima/invocation.hpp>
#include <proxima/parameter.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace proxima::detail {

// Regions have no stack frame, so that no longjmp() ends them.
constexpr std::uintptr_t no_frame = UINTPTR_MAX;

// Enters a region; never returns null. The method around it is then left by leave_slowly(), which
// ends regions that are still open. `stack` is the stack pointer of the function that begins it,
// where walks from samples end.
[[gnu::always_inline]] inline Node* enter_region(CallSite site, std::uintptr_t stack) noexcept {
    Node* const node = enter_node(site, no_frame, 0);
    if (node->parent != node) { // it is measured
        node->stack = stack;
    }
    if (node->buffer != nullptr && node->parent->frame != no_frame) {
        node->parent->buffer = nullptr;
    }
    return node;
}

// Leaves a region, with the parameters of its method (null: zeros). If a measured method inside the
// region is open, the region ends when that method ends. Returns true if regions inside were open
// and had to end first.
PROXIMA_API bool leave_region(Node* node, const std::uint64_t* parameters) noexcept;

// True if the calling thread is inside the runtime: in a signal handler that interrupted it, or in
// an allocator that it called. It may hold locks; call only innermost_node() then.
PROXIMA_API bool is_within_runtime() noexcept;

// Returns the innermost open invocation of the calling thread; null if none is open.
PROXIMA_API const Node* innermost_node() noexcept;

// The same, or the call of another thread whose work this one does.
PROXIMA_API const Node* innermost_origin_slowly() noexcept;

inline bool is_root(const Node& node) noexcept {
    return node.parent == &node;
}

// The call that a signal handler has interrupted, even inside the runtime.
[[gnu::always_inline]] inline const Node* innermost_origin() noexcept {
    const Node* const node = own_buffer->current;
    if (__builtin_expect(node->start != 0, 1)) { // only nodes with an open invocation have a start
        return node;
    }
    return is_root(*node) ? nullptr : innermost_origin_slowly();
}

// Returns the number of the thread's node below which a call would stand, that of a stand-in, too;
// 0 for the root and inside the runtime.
PROXIMA_API std::uint32_t innermost_id() noexcept;

// Work that the calling thread does for a call of another one.
struct Adoption {
    Node* before = nullptr; // the current node before; null: nothing was adopted
    Node* stand_in = nullptr;
};

// Makes a stand-in for `original` the current node of the calling thread, unless a call is open,
// the thread is inside the runtime, or the run is over.
PROXIMA_API Adoption adopt_slowly(const Node& original) noexcept;

// Calls that were left below the stand-in without their end are lost.
PROXIMA_API void end_adoption_slowly(Adoption adoption) noexcept;

// True if calls of the thread stand below `original` already.
[[gnu::always_inline]] inline bool is_adopted(const Node* original) noexcept {
    const StandIns::Pair& known = own_buffer->stand_ins->of(original);
    return known.original == original && own_buffer->current == known.stand_in;
}

// Needs no clock. Signal handlers that interrupt the runtime may adopt: they find the current node
// as they leave it.
[[gnu::always_inline]] inline Adoption adopt(const Node* original) noexcept {
    if (original == nullptr || is_adopted(original)) {
        return {};
    }
    BufferHead* const head = own_buffer;
    const StandIns::Pair& known = head->stand_ins->of(original);
    if (__builtin_expect(known.original != original || head->current != head->root, 0)) {
        return adopt_slowly(*original);
    }
    __atomic_store_n(&head->current, known.stand_in, __ATOMIC_RELEASE);
    return {head->root, known.stand_in}; // the root, and not what was loaded: nothing waits for it
}

[[gnu::always_inline]] inline void end_adoption(Adoption adoption) noexcept {
    if (adoption.before == nullptr) {
        return;
    }
    BufferHead* const head = own_buffer;
    if (__builtin_expect(head->current != adoption.stand_in, 0)) {
        end_adoption_slowly(adoption);
        return;
    }
    __atomic_store_n(&head->current, adoption.before, __ATOMIC_RELEASE);
}

// The call in which a thread was created. Calls of the thread stand below
// that call as long as it is open; later ones have another origin, such as the tasks of a pool.
struct Inheritance {
    static constexpr std::uint64_t no_thread = ~std::uint64_t{0};

    const Node* creator = nullptr;    // null: none
    std::uint64_t ends = 0;           // of the creator's invocations before this one
    std::uint64_t thread = no_thread; // number of the thread that created this one, if it had calls
};

// For the creating thread, inside of no signal handler.
PROXIMA_API Inheritance bequeath() noexcept;
// For the new thread, before its first call.
PROXIMA_API void inherit(const Inheritance& inheritance) noexcept;

// The method of the innermost open invocation of a port, such as that of phases; empty: none.
PROXIMA_API std::string innermost_method_of(std::string_view port);

// Records an event: an invocation of zero duration with one parameter, whose values are summed up.
PROXIMA_API void record_value(CallSite site, double value) noexcept;

// The slow path of add_communication().
PROXIMA_API void add_communication_slowly(std::uint64_t ticks) noexcept;

// Counts an MPI call for the innermost open invocation, and adds its ticks to the communication
// time of all open ones. Touches only the innermost: an invocation that has communicated takes the
// slow path when it ends, which passes the time on. So invocations without MPI pay nothing.
[[gnu::always_inline]] inline void add_communication(std::uint64_t ticks) noexcept {
    BufferHead* const head = current_buffer;
    if (__builtin_expect(head->recorder == nullptr, 0)) {
        add_communication_slowly(ticks);
        return;
    }
    Node* const innermost = head->current;
    innermost->communication += ticks;
    innermost->buffer = nullptr;
    store_shared(innermost->mpi_calls, innermost->mpi_calls + 1); // not one vector with the ticks
}

// While it lives, the thread's time belongs to the runtime and no call. The processor time of it
// counts as overhead; waiting for other ranks costs the program none. Use it only while the run
// measures. What the runtime takes out within it, for a full buffer or by another object of this
// class, is taken out once.
class PROXIMA_API OwnWork {
public:
    OwnWork() noexcept;
    OwnWork(const OwnWork&) = delete;
    OwnWork& operator=(const OwnWork&) = delete;
    ~OwnWork();

private:
    std::uint64_t begin_;
    std::uint64_t overhead_ = 0; // of the thread, at the beginning, in ticks
    std::uint64_t waiting_ = 0;  // part of it
    double processor_ns_ = 0;
};

// The calls that a thread of the process has open, the innermost first: `b.g < a.f`. Empty: none,
// or unknown. The thread may end or go on meanwhile.
PROXIMA_API Text open_calls_of(std::uint64_t system_id) noexcept;

// True for an address in the code of the runtime itself.
PROXIMA_API bool is_runtime_code(const void* address) noexcept;

// 0 while libproxima_threads hands no work over. Read it by the __atomic built-ins.
PROXIMA_API extern unsigned char threads_active;

// 0 while waiting for locks is not measured. Read it by the __atomic built-ins.
PROXIMA_API extern unsigned char locks_active;

// 0 while the timer group "MPI" is switched off. Read it by the __atomic built-ins.
PROXIMA_API extern unsigned char communication_active;

PROXIMA_API void switch_communication(bool on) noexcept;

} // namespace proxima::detail
