// Copies of all thread buffers of the process that are in /dev/shm: at intervals, by a thread of
// its own, and on SIGTERM if the application has not chosen what that does.
#pragma once

#include "buffer/recorder.hpp"

namespace proxima::detail {

// Adds the buffer of a recorder, and starts the thread. Returns false if the buffer is not copied,
// because there are too many or no thread. Throws std::bad_alloc.
bool copy_home(ThreadRecorder& recorder, unsigned interval_seconds);

// Copies all buffers now, because the process ends and leaves the run open. Waits at most a second
// for threads that are in the way.
void copy_home_now() noexcept;

// Ends copying. Called when the results are written: removes the copies.
void remove_home_copies() noexcept;

// Forgets the parent's copies in a child of fork().
void forget_home_copies() noexcept;

} // namespace proxima::detail
