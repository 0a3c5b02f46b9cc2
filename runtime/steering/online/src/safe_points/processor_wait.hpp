// Time that a thread has waited for a processor, which other processes had.
#pragma once

#include <sys/types.h>

namespace proxima::online {

// Not thread-safe.
class ProcessorWait {
public:
    ProcessorWait() = default;
    ProcessorWait(const ProcessorWait&) = delete;
    ProcessorWait& operator=(const ProcessorWait&) = delete;
    ~ProcessorWait();

    // Returns the seconds that the calling thread has waited so far; 0 if the system does not tell.
    double seconds() noexcept;

private:
    pid_t thread_ = 0;
    int descriptor_ = -1; // of the thread's schedstat
};

} // namespace proxima::online
