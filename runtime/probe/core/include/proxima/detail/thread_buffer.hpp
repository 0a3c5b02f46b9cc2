// The buffer of a thread's invocations. Not for users: generated code appends to it directly,
// because a call into the library would double the cost.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/instance.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima::detail {

// Generated code inlines these layouts. A new number keeps it from linking with another layout.
inline namespace layout_5 {

struct ThreadBuffer;
class ThreadRecorder;

// The part of a call-tree node that invocations touch: one cache line, and a second one for MPI
// calls. Recursion has a node for each level, so a node has at most one open invocation.
struct alignas(64) Node {
    CallSite site;        // no call site if calls may go untimed: they take the slow path
    std::uint32_t id;     // number in the thread's record file
    Node* parent;         // the root is its own parent
    Node* last;           // the child that was left last
    Node* next;           // the sibling that followed this node last time
    ThreadBuffer* buffer; // null: leave it by leave_slowly()
    // Values of the open invocation:
    std::uint64_t start;         // thread time, or `untimed`
    std::uintptr_t frame;        // its stack address
    std::uint64_t communication; // ticks, with those of completed invocations inside it
    std::uint64_t mpi_calls;     // calls of MPI, those of callees excluded
    std::uintptr_t stack;        // of a region: the stack pointer of the function that began it
};

// The start of an invocation that is counted without reading the clock.
constexpr std::uint64_t untimed = ~std::uint64_t{0};

constexpr std::size_t buffer_page = 4096;
constexpr std::size_t buffer_capacity = 4096; // invocations

// Parameters beyond the first 8-byte word of each invocation.
constexpr std::size_t buffer_more_words = 3 * buffer_capacity;

// Words beyond the first that always fit.
constexpr std::size_t buffer_words_reserved = 1;

// Columns begin at different page offsets, against 4K aliasing of their stores.
constexpr std::size_t buffer_stride = buffer_capacity + 8;

// The nodes of other threads whose work this thread has done, each with this thread's node for it.
// A newer one takes the place of an older one.
struct StandIns {
    static constexpr std::size_t count = 32;

    struct Pair {
        const Node* original;
        Node* stand_in;
    };

    Pair& of(const Node* original) noexcept {
        return pairs[reinterpret_cast<std::uintptr_t>(original) / sizeof(Node) / 4 % count];
    }

    Pair pairs[count];
};

// The part of a thread buffer that is in no file.
struct alignas(64) BufferHead {
    Node* current;          // node of the innermost open invocation; else a stand-in or the root
    std::uint64_t overhead; // ticks that the runtime has spent on this thread
    ThreadRecorder* recorder;
    std::uintptr_t stack; // lowest address of the stack that the thread began with
    std::uintptr_t stack_bytes;
    StandIns* stand_ins;
    Node* root; // of the thread's call tree
};

// False on the stack of a fiber. Invocations there interleave with those of other stacks, so the
// call tree of a thread cannot hold them.
inline bool is_on_own_stack(const BufferHead& head, std::uintptr_t frame) noexcept {
    return frame - head.stack < head.stack_bytes;
}

// Counters for readers of the file; see FORMAT.md, "Thread buffers".
struct BufferCounters {
    std::uint64_t chunk_bytes; // stored after the chunks it covers
    std::uint64_t block;       // number that the columns' block will get
    std::uint64_t count;       // stored after the invocations it covers
    std::uint64_t more_words;
    std::uint64_t lost;    // invocations in neither file
    std::uint64_t batch;   // number of the columns' batch
    std::uint64_t batches; // batches in the statistics
};

// The buffer of a thread: a private page, then a mapped file. Only its thread writes to it,
// except, under the lock of its recorder, when the run ends. For reading it from another thread see
// snapshot.hpp.
struct ThreadBuffer {
    BufferHead head;
    Node busy; // the current node while the buffer is being written
    StandIns stand_ins;
    unsigned char rest_of_page[buffer_page - sizeof(BufferHead) - sizeof(Node) - sizeof(StandIns)];

    unsigned char file_header[32];
    BufferCounters counters;
    unsigned char sections[buffer_page - 32 - sizeof(BufferCounters)];
    // Element 0 of each column belongs to the encoder.
    std::uint64_t end[buffer_stride];
    std::uint64_t start[buffer_stride];
    std::uint64_t communication[buffer_stride]; // zero, but for invocations left the slow way
    std::uint64_t node[buffer_stride];
    std::uint64_t first_word[buffer_stride];
    std::uint64_t more_words[buffer_more_words + 8];
};

// The head of the calling thread's buffer. Points to `no_buffer` before the thread's first
// measured invocation, inside the runtime (so that signal handlers and measured allocators leave
// the buffer alone), and always with counters or when the clock is not the processor's counter.
// The initial-exec model and __thread save a call for each access.
PROXIMA_API extern __thread BufferHead* current_buffer __attribute__((tls_model("initial-exec")));

// The head of the calling thread's buffer, inside the runtime and with any clock, too; `no_buffer`
// if the thread has none.
PROXIMA_API extern __thread BufferHead* own_buffer __attribute__((tls_model("initial-exec")));

// The slow path of enter_node(): first calls, new call paths, other clocks, calls that may go
// untimed. `frame` is an address in the caller's stack frame; `first_word` of the parameters is 0
// if there are none. Never returns null. If the node has no buffer, leave it by leave_untimed() or
// leave_slowly().
PROXIMA_API Node* enter_slowly(CallSite site, std::uintptr_t frame,
                               std::uint64_t first_word) noexcept;

// Leaves a node whose start is `untimed`.
PROXIMA_API void leave_untimed(Node* node) noexcept;

// The slow path of leave_node(). `parameters` has `words` elements.
PROXIMA_API void leave_slowly(Node* node, std::uint64_t end, const std::uint64_t* parameters,
                              std::size_t words) noexcept;

// Encodes and empties the buffer.
PROXIMA_API void drain(ThreadBuffer& buffer) noexcept;

// Stops the compiler from reordering stores: a signal or a kill may come between them.
inline void in_this_order() noexcept {
    asm volatile("" ::: "memory");
}

// Stores a value that another thread may load meanwhile; compiles to a plain store.
template <class Value>
[[gnu::always_inline]] inline void store_shared(Value& to, Value value) noexcept {
    __atomic_store_n(&to, value, __ATOMIC_RELAXED);
}

// Loads a value that its thread may store meanwhile: the end of the run does not wait for open
// calls.
template <class Value>
[[gnu::always_inline]] inline Value load_shared(const Value& from) noexcept {
    return __atomic_load_n(&from, __ATOMIC_RELAXED);
}

} // namespace layout_5

// Zeroed memory in the calling thread's buffer file, as a section of the type (see FORMAT.md). It
// survives a kill if there is a file with room, and stays with the buffer when another thread
// takes it over. Null without memory, and within the runtime. Thread-safe.
PROXIMA_API void* thread_section(std::uint32_t section_type, std::uint32_t row_bytes,
                                 std::size_t bytes) noexcept;

} // namespace proxima::detail
