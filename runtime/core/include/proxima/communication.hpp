/// \file
/// Where those who see a thread communicate (an interposed MPI) say for how long.
#pragma once

#include <proxima/export.hpp>
#include <proxima/lane.hpp>

#include <cstdint>

namespace proxima::detail {

/// Ticks that have been added on the calling thread until now. Written by add_communication() only.
PROXIMA_API extern __thread std::uint64_t thread_communication
    __attribute__((tls_model("initial-exec")));

/// add_communication() for a thread that has no lane, or no short way to it.
PROXIMA_API void add_communication_slowly(std::uint64_t ticks) noexcept;

/// Counts a call of MPI, which the innermost of the invocations that are open on the calling thread
/// has made, and adds its ticks of the run's clock to the communication time of all. Touches the
/// innermost alone: an invocation that has communicated is left the slow way, which tells the one
/// around it, so that those that do not communicate pay nothing.
[[gnu::always_inline]] inline void add_communication(std::uint64_t ticks) noexcept {
    thread_communication += ticks;
    LaneHead* const lane = current_lane;
    if (__builtin_expect(lane->state == nullptr, 0)) {
        add_communication_slowly(ticks);
        return;
    }
    Node* const innermost = lane->current;
    innermost->communication += ticks;
    innermost->lane = nullptr;
    ++innermost->mpi_calls;
}

/// Says that the calling thread has spent ticks on measuring, which are not the application's.
PROXIMA_API void add_overhead(std::uint64_t ticks) noexcept;

/// What has been added on the calling thread until now.
PROXIMA_API std::uint64_t communication_ticks() noexcept;

/// Whether communication is to be measured: 0 while the group "MPI" of timers is switched off. Read
/// by the __atomic built-ins, written by switch_communication().
PROXIMA_API extern unsigned char communication_active;

/// How often it has been switched off.
PROXIMA_API unsigned communication_epoch() noexcept;
PROXIMA_API void switch_communication(bool on) noexcept;

} // namespace proxima::detail
