/// \file
/// Communication time of the calling thread, as libproxima_mpi measures it. Not for users.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/thread_buffer.hpp>

#include <cstdint>

namespace proxima::detail {

/// The slow path of add_communication().
PROXIMA_API void add_communication_slowly(std::uint64_t ticks) noexcept;

/// Counts an MPI call for the innermost open invocation, and adds its ticks to the communication
/// time of all open ones. Touches only the innermost: an invocation that has communicated takes the
/// slow path when it ends, which passes the time on. So invocations without MPI pay nothing.
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

/// Counts ticks that the calling thread has spent on measuring.
PROXIMA_API void add_overhead(std::uint64_t ticks) noexcept;

/// 0 while the timer group "MPI" is switched off. Read it by the __atomic built-ins.
PROXIMA_API extern unsigned char communication_active;

PROXIMA_API void switch_communication(bool on) noexcept;

} // namespace proxima::detail
