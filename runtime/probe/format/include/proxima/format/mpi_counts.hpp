// The MPI counts of a thread: sections 10, 12 and 13 of its thread buffer; FORMAT.md, "Thread
// buffers". Rows of zeros are unused; numbers only grow.
#pragma once

#include <cstddef>
#include <cstdint>

namespace proxima::format {

struct alignas(64) MpiRoutineCounts {
    std::uint64_t calls;  ///< by the application
    std::uint64_t nested; ///< from within MPI: by callbacks, or by MPI itself
    std::uint64_t ticks;  ///< in `calls`
    std::uint64_t bytes_sent;
    std::uint64_t bytes_received;
    // Of nonblocking operations that the routine has begun:
    std::uint64_t operations;
    std::uint64_t completed;
    std::uint64_t in_flight; ///< ticks until the end of the call that completes it
    std::uint64_t hidden;    ///< of that, outside of MPI
    char name[56];
};

/// Messages to and from another rank of a communicator.
struct alignas(64) MpiPartnerCounts {
    std::uint64_t messages_sent;
    std::uint64_t messages_received;
    std::uint64_t bytes_sent;
    std::uint64_t bytes_received;
    std::uint64_t ticks; ///< in calls that send, receive or wait; split evenly over their partners
    std::int32_t world_rank;    ///< -1: not in MPI_COMM_WORLD, or not told apart
    std::int32_t rank;          ///< in the communicator
    std::uint32_t communicator; ///< tells those of different ranks apart; 0: this row is free
};

struct alignas(64) MpiFacts {
    double ticks_per_second; ///< of the rank's clock
    std::uint64_t untracked; ///< operations that could not be followed
    std::uint64_t ranks;
    char thread_level[16];
    char library[128];
};

static_assert(sizeof(MpiRoutineCounts) == 128 && offsetof(MpiRoutineCounts, name) == 72 &&
                  sizeof(MpiPartnerCounts) == 64 && sizeof(MpiFacts) == 192 &&
                  offsetof(MpiFacts, thread_level) == 24,
              "the layout is part of the format");

} // namespace proxima::format
