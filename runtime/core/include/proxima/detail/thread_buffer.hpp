/// \file
/// What a thread writes its invocations to. Not for users: generated code appends to it directly,
/// because a call into the library would cost as much as the rest.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/instance.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima::detail {

// Generated code inlines these layouts. A new number keeps it from linking with a libproxima that
// has others.
inline namespace layout_3 {

struct ThreadBuffer;
class ThreadRecorder;

/// A node of the calling thread's call tree, as far as invocations touch it: one cache line, and of
/// a second one what calls of MPI touch. A path of calls that recurs has a node for each level, so
/// a node has one open invocation at most.
struct alignas(64) Node {
    Site site;
    std::uint32_t id;     // in the thread's record file
    Node* parent;         // the root's is the root
    Node* last;           // the child that was left last
    Node* next;           // the sibling that followed this node, when it was last left
    ThreadBuffer* buffer; // null: has to be left the slow way
    std::uint64_t start;  // of the open invocation, thread time
    std::uintptr_t frame; // of the open invocation: where it lives on the stack
    std::uint64_t
        communication;       // ticks, of the open invocation and of those inside that have ended
    std::uint64_t mpi_calls; // of the open invocation itself
};

constexpr std::size_t buffer_page = 4096;
constexpr std::size_t buffer_capacity = 4096; // invocations that wait to be encoded

/// Parameters beyond the first 8-byte word of each invocation.
constexpr std::size_t buffer_more_words = 3 * buffer_capacity;

/// Words beyond the first that an invocation finds room for without looking.
constexpr std::size_t buffer_words_reserved = 1;

/// Columns do not begin at equal offsets of their pages: stores to them would be mistaken for each
/// other's.
constexpr std::size_t buffer_stride = buffer_capacity + 8;

/// The part of a thread buffer that no file has.
struct alignas(64) BufferHead {
    Node* current;          // of the innermost open invocation; the root if there is none
    std::uint64_t overhead; // ticks that the runtime has spent on this thread
    ThreadRecorder* recorder;
};

/// What a reader of the file needs from moment to moment; see FORMAT.md, "Thread buffers".
struct BufferCounters {
    std::uint64_t chunk_bytes; // stored after the chunks it covers
    std::uint64_t block;       // the number of the block that the columns will be
    std::uint64_t count;       // stored after the invocations it covers
    std::uint64_t more_words;
    std::uint64_t lost;    // invocations that neither file has
    std::uint64_t batch;   // the number that the columns will have among those of the statistics
    std::uint64_t batches; // that the statistics have
};

/// The buffer that a thread owns: a page of the process's own, then what is mapped from a file.
/// Nobody else writes to it while the thread lives, except, under the lock of its recorder, at the
/// end of the run, and to the file header when the files of an MPI rank move. Reading it from
/// another thread: see snapshot.hpp.
struct ThreadBuffer {
    BufferHead head;
    Node busy; // the current node while the buffer is written to: leads nowhere
    unsigned char rest_of_page[buffer_page - sizeof(BufferHead) - sizeof(Node)];

    unsigned char file_header[32];
    BufferCounters counters;
    unsigned char sections[buffer_page - 32 - sizeof(BufferCounters)];
    // Element 0 of a column belongs to the encoder: the value before the first.
    std::uint64_t end[buffer_stride];
    std::uint64_t start[buffer_stride];
    std::uint64_t communication[buffer_stride]; // zero, but for invocations left the slow way
    std::uint64_t node[buffer_stride];
    std::uint64_t first_word[buffer_stride];
    std::uint64_t more_words[buffer_more_words + 8];
};

/// The head of the calling thread's buffer. Leads nowhere until the thread's first measured
/// invocation, within the runtime's slow ways (so that a signal handler, or an allocator that is
/// itself measured, leaves the buffer alone), and always when the clock is not the processor's
/// counter. The initial-exec model and __thread save a call for each access.
PROXIMA_API extern __thread BufferHead* current_buffer __attribute__((tls_model("initial-exec")));

/// Enters whatever the short way in invocation.hpp does not: first calls, new paths, other clocks.
/// `frame` tells the open invocations of a thread apart, and lies where its caller's stack frame
/// does. The result is never null, and has no buffer if it has to be left slowly.
PROXIMA_API Node* enter_slowly(Site site, std::uintptr_t frame) noexcept;

/// Leaves what has no short way. `words` parameters follow from `parameters`.
PROXIMA_API void leave_slowly(Node* node, std::uint64_t end, const std::uint64_t* parameters,
                              std::size_t words) noexcept;

/// Encodes what the buffer holds, and empties it.
PROXIMA_API void drain(ThreadBuffer& buffer) noexcept;

// Keeps the compiler from moving or joining stores: a signal, or the end of the process, may come
// between.
inline void in_this_order() noexcept {
    asm volatile("" ::: "memory");
}

// Stores what a reader on another thread may load at the same time: the same instruction as a plain
// store.
template <class Value>
[[gnu::always_inline]] inline void store_shared(Value& to, Value value) noexcept {
    __atomic_store_n(&to, value, __ATOMIC_RELAXED);
}

} // namespace layout_3

/// Memory in the calling thread's buffer file, all 0 at first, as a section of the type (see
/// FORMAT.md). It outlives a kill, and the thread: the next one that gets the buffer gets it, too.
/// Null if there is no file, or no room. Thread-safe.
PROXIMA_API void* thread_section(std::uint32_t section_type, std::uint32_t row_bytes,
                                 std::size_t bytes) noexcept;

} // namespace proxima::detail
