// Waits for other ranks, but not for ever: one of them may have died.
#pragma once

#include <proxima/mpi/program_mpi.hpp>

#include <chrono>

namespace proxima::mpi {

using WaitClock = std::chrono::steady_clock;

// Limit for each message between ranks that have just met.
constexpr std::chrono::seconds longest_answer(60);

// Waits until the operation of a handle has completed. False at `end`, or after an error: MPI may
// go on using the operation's buffers.
bool completes(MPI_Request* request, WaitClock::time_point end) noexcept;

} // namespace proxima::mpi
