/// \file
/// The processor's time-stamp counter. Whether it can be trusted is decided when a run starts;
/// where it cannot, no thread buffer is found and invocations take the slow way, which reads
/// CLOCK_MONOTONIC.
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
