/// \file
/// The clock that invocations are timed with: the processor's time-stamp counter where it can be
/// trusted, else CLOCK_MONOTONIC. What a tick is worth is found by calibration and said in
/// run.json.
#pragma once

#include <proxima/export.hpp>

#include <cstdint>

namespace proxima::detail {

// Set once, before the first invocation, when the processor's counter cannot be trusted or was not
// asked for.
PROXIMA_API extern bool clock_is_monotonic;

// CLOCK_MONOTONIC in nanoseconds.
PROXIMA_API std::uint64_t monotonic_nanoseconds() noexcept;

// The present time in ticks of the chosen clock.
inline std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
    if (__builtin_expect(!clock_is_monotonic, 1)) {
        return __builtin_ia32_rdtsc();
    }
#elif defined(__aarch64__)
    if (__builtin_expect(!clock_is_monotonic, 1)) {
        std::uint64_t count;
        asm volatile("mrs %0, cntvct_el0" : "=r"(count));
        return count;
    }
#endif
    return monotonic_nanoseconds();
}

} // namespace proxima::detail
