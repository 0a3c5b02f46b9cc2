// Processor time of this process, and the time for which its threads waited for a processor.
#pragma once

#include <ctime>

namespace proxima::detail {

// Microseconds.
struct ProcessorUse {
    double cpu = 0;
    double run_wait = -1; // runnable, not running; of living threads and those counted when they
                          // ended; below 0: the kernel does not tell
};

ProcessorUse processor_use() noexcept;

// Nanoseconds; below 0: the system does not tell.
double read_processor_clock(clockid_t clock) noexcept;
inline double processor_ns() noexcept {
    return read_processor_clock(CLOCK_PROCESS_CPUTIME_ID);
}
inline double processor_ns_of_thread() noexcept {
    return read_processor_clock(CLOCK_THREAD_CPUTIME_ID);
}

// Counts the waiting of the calling thread, which ends: the system forgets it.
void count_ending_thread() noexcept;

} // namespace proxima::detail
