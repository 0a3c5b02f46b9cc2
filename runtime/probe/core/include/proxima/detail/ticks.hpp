// The processor's time-stamp counter. If a run cannot trust it, all invocations take the slow
// path, which reads CLOCK_MONOTONIC.
#pragma once

#include <cstdint>

namespace proxima::detail {

inline std::uint64_t counter() noexcept {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    std::uint64_t count;
    asm volatile("mrs %0, cntvct_el0" : "=r"(count));
    return count;
#else
    return 0;
#endif
}

} // namespace proxima::detail
