/// \file
/// What a thread writes its invocations to. Not for users: generated code appends to it directly,
/// because a call into the library would cost as much as the rest. Its first page is the header of
/// the ring file; runtime/format/FORMAT.md says what a reader may rely on.
#pragma once

#include <proxima/export.hpp>
#include <proxima/instance.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima::detail {

struct Lane;

/// A node of the calling thread's call tree, as far as invocations touch it: one cache line, and of
/// a second one what calls of MPI touch. A path of calls that recurs has a node for each level, so
/// a node has one open invocation at most.
struct alignas(64) Node {
    Site site;
    std::uint32_t id;     // in the lane's record file
    Node* parent;         // the root's is the root
    Node* last;           // the child that was left last
    Node* next;           // the sibling that followed this node, when it was last left
    Lane* lane;           // null: has to be left the slow way
    std::uint64_t start;  // of the open invocation, thread time
    std::uintptr_t frame; // of the open invocation: where it lives on the stack
    std::uint64_t
        communication;       // ticks, of the open invocation and of those inside that have ended
    std::uint64_t mpi_calls; // of the open invocation itself
};

class LaneState;

constexpr std::size_t lane_capacity = 4096; // invocations that wait to be encoded

// Parameters beyond the first 8-byte word of each invocation.
constexpr std::size_t lane_more_words = 3 * lane_capacity;

// Words beyond the first that an invocation finds room for without looking.
constexpr std::size_t lane_words_reserved = 1;

// Columns do not begin at equal offsets of their pages: stores to them would be mistaken for each
// other's.
constexpr std::size_t lane_stride = lane_capacity + 8;

constexpr std::size_t lane_page = 4096;

// What the format says of the header page lies below.
constexpr std::size_t lane_file_header = 320;

/// The beginning of a lane, which is the header of its ring file.
struct alignas(64) LaneHead {
    unsigned char file_header[88];
    std::uint64_t chunk_bytes; // stored after the chunks it covers
    std::uint64_t block;
    std::uint64_t count; // stored after the invocations it covers
    std::uint64_t more_words;
    Node* current;          // of the innermost open invocation; the root if there is none
    std::uint64_t overhead; // ticks that the runtime has spent on this thread
    LaneState* state;
};

/// The ring that a thread owns. Nobody else writes to it while the thread lives, except, under the
/// lock of its state, at the end of the run, and to the file header when the files of an MPI rank
/// move.
struct Lane {
    LaneHead head;
    unsigned char more_file_header[lane_file_header - sizeof(LaneHead)];
    Node busy; // the current node while the lane is written to: leads nowhere
    unsigned char rest_of_page[lane_page - lane_file_header - sizeof(Node)];
    // Element 0 of a column belongs to the encoder: the value before the first.
    std::uint64_t end[lane_stride];
    std::uint64_t start[lane_stride];
    std::uint64_t communication[lane_stride]; // zero, but for invocations left the slow way
    std::uint64_t node[lane_stride];
    std::uint64_t first_word[lane_stride];
    std::uint64_t more_words[lane_more_words + 8];
};

/// The head of the calling thread's lane. Leads nowhere until the thread's first measured
/// invocation, within the runtime's slow ways (so that a signal handler, or an allocator that is
/// itself measured, leaves the lane alone), and always when the clock is not the processor's
/// counter. The initial-exec model and
/// __thread save a call for each access.
PROXIMA_API extern __thread LaneHead* current_lane __attribute__((tls_model("initial-exec")));

/// Enters whatever the short way in invocation.hpp does not: first calls, new paths, other clocks.
/// `frame` tells the open invocations of a thread apart, and lies where its caller's stack frame
/// does. The result is never null, and has no lane if it has to be left slowly.
PROXIMA_API Node* enter_slowly(Site site, std::uintptr_t frame) noexcept;

/// Leaves what has no short way. `words` parameters follow from `parameters`.
PROXIMA_API void leave_slowly(Node* node, std::uint64_t end, const std::uint64_t* parameters,
                              std::size_t words) noexcept;

/// Encodes what the lane holds, and empties it.
PROXIMA_API void drain(Lane& lane) noexcept;

} // namespace proxima::detail
