// The MPI counts of a thread: sections 10 and 12 to 14 of its thread buffer; see FORMAT.md, "Thread
// buffers". Rows of zeros are unused; numbers only grow.
//
// Units: times are in ticks, sizes in bytes.
// Thread safety: only the thread writes to its rows; others may read them meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>

namespace proxima::format {

struct alignas(64) MpiRoutineCounts {
    std::uint64_t calls;  ///< calls by the application
    std::uint64_t nested; ///< calls from within MPI: by callbacks, or by MPI itself
    std::uint64_t ticks;  ///< time in `calls`
    std::uint64_t bytes_sent;
    std::uint64_t bytes_received;
    // Nonblocking operations that the routine has begun:
    std::uint64_t operations;
    std::uint64_t completed;
    std::uint64_t in_flight; ///< ticks until the end of the call that completes it
    std::uint64_t hidden;    ///< part of in_flight outside of MPI
    char name[56];
};

/// Messages to and from another rank of a communicator.
struct alignas(64) MpiPartnerCounts {
    std::uint64_t messages_sent;
    std::uint64_t messages_received;
    std::uint64_t bytes_sent;
    std::uint64_t bytes_received;
    std::uint64_t ticks; ///< time in calls that send, receive or wait, split evenly over partners
    std::int32_t world_rank;    ///< -1: not in MPI_COMM_WORLD, or several ranks
    std::int32_t rank;          ///< rank in the communicator
    std::uint32_t communicator; ///< number of its group of ranks; 0: unused row
};

/// The calls of a routine by a node of the thread's call tree.
struct MpiPathCounts {
    std::uint64_t calls;
    std::uint64_t ticks;
    std::uint64_t bytes_sent;
    std::uint64_t bytes_received;
    std::uint32_t node;    ///< 0: outside of all nodes
    std::uint32_t routine; ///< from 1, in the order of the routines' rows; 0: unused row
};

struct alignas(64) MpiFacts {
    double ticks_per_second; ///< rate of the rank's clock
    std::uint64_t untracked; ///< operations that could not be followed
    std::uint64_t ranks;
    char thread_level[16];
    char library[128];
};

static_assert(sizeof(MpiRoutineCounts) == 128 && offsetof(MpiRoutineCounts, name) == 72 &&
                  sizeof(MpiPartnerCounts) == 64 && sizeof(MpiPathCounts) == 40 &&
                  sizeof(MpiFacts) == 192 && offsetof(MpiFacts, thread_level) == 24,
              "the layout is part of the format");

} // namespace proxima::format
