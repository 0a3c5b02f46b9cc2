// Processor time of this process, and the time for which its threads waited for a processor.
#pragma once

namespace proxima::detail {

// Microseconds.
struct ProcessorUse {
    double cpu = 0;
    double run_wait = -1; // runnable, not running; of living threads and those counted when they
                          // ended; below 0: the kernel does not tell
};

ProcessorUse processor_use() noexcept;

// Counts the waiting of the calling thread, which ends: the system forgets it.
void count_ending_thread() noexcept;

} // namespace proxima::detail
