/// \file
/// Where those who see a thread communicate (an interposed MPI) say for how long. Not for users.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/thread_buffer.hpp>

#include <cstdint>

namespace proxima::detail {

/// add_communication() for a thread that has no buffer, or no short way to it.
PROXIMA_API void add_communication_slowly(std::uint64_t ticks) noexcept;

/// Counts a call of MPI, which the innermost of the invocations that are open on the calling thread
/// has made, and adds its ticks of the run's clock to the communication time of all. Touches the
/// innermost alone: an invocation that has communicated is left the slow way, which tells the one
/// around it, so that those that do not communicate pay nothing.
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

/// Says that the calling thread has spent ticks on measuring, which are not the application's.
PROXIMA_API void add_overhead(std::uint64_t ticks) noexcept;

/// Whether communication is to be measured: 0 while the group "MPI" of timers is switched off. Read
/// by the __atomic built-ins, written by switch_communication().
PROXIMA_API extern unsigned char communication_active;

PROXIMA_API void switch_communication(bool on) noexcept;

} // namespace proxima::detail
