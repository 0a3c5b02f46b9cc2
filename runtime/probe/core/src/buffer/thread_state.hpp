// The state of the calling thread.
#pragma once

#include "buffer/recorder.hpp"

#include <proxima/detail/guards.hpp>
#include <proxima/detail/regions.hpp>

#include <atomic>
#include <cerrno>
#include <exception>
#include <utility>

namespace proxima::detail {

struct ThreadState {
    ThreadRecorder* recorder = nullptr; // null: not attached
    bool busy = false;                  // inside the runtime
    bool left = false;                  // its exit hook has run: nothing is measured
    Inheritance inheritance;            // of its creator
};

extern __thread ThreadState this_thread __attribute__((tls_model("initial-exec")));

// The target of current_buffer where no short path is possible.
extern BufferHead no_buffer;

// Makes the recorder that of the calling thread; null: it has none. Returns the one that it had.
inline ThreadRecorder* set_recorder(ThreadRecorder* recorder) noexcept {
    own_buffer = recorder == nullptr ? &no_buffer : &recorder->buffer().head;
    return std::exchange(this_thread.recorder, recorder);
}

// True if invocations may take the short path, which reads the processor's counter.
extern std::atomic<bool> has_short_path;

// True if a signal handler has interrupted the runtime on this thread, or the runtime has called
// the application (an allocator). The thread may hold locks then.
inline bool is_runtime_interrupted() noexcept {
    if (this_thread.busy || this_thread.recorder == nullptr) {
        return this_thread.busy;
    }
    const ThreadBuffer& buffer = this_thread.recorder->buffer();
    return buffer.head.current == &buffer.busy;
}

// Marks the thread as inside the runtime: measured allocators and signal handlers only forward
// meanwhile. Keeps errno. May be nested.
class SlowSection {
public:
    SlowSection() noexcept : is_inner_(this_thread.busy), error_(errno) {
        this_thread.busy = true;
        current_buffer = &no_buffer;
    }
    SlowSection(const SlowSection&) = delete;
    SlowSection& operator=(const SlowSection&) = delete;
    ~SlowSection() {
        this_thread.busy = is_inner_;
        if (!is_inner_ && has_short_path && this_thread.recorder != nullptr) {
            current_buffer = &this_thread.recorder->buffer().head;
        }
        errno = error_;
    }

private:
    bool is_inner_;
    int error_;
};

// Calls `action` within the runtime, and catches what it throws, because the runtime never throws
// into the application. Returns false if memory is exhausted.
template <class Action>
bool guarded(Action action) noexcept {
    const NoCancellation no_cancellation;
    const NoFloatingPointExceptions no_exceptions;
    const SlowSection section;
    try {
        action();
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace proxima::detail
