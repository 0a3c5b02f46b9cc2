// The calling thread, as the runtime knows it.
#pragma once

#include "buffer/recorder.hpp"

#include <atomic>
#include <cerrno>

namespace proxima::detail {

struct ThreadState {
    ThreadRecorder* recorder = nullptr; // null: not attached
    bool busy = false;                  // within the runtime's slow ways
    bool left = false;                  // its exit hook has run: only forwards
};

extern __thread ThreadState this_thread __attribute__((tls_model("initial-exec")));

// What current_buffer points to where there is none to be found.
extern BufferHead no_buffer;

// Whether invocations may take the short way, which reads the processor's counter. Other threads
// may ask while the run begins.
extern std::atomic<bool> short_way;

// Whether the runtime has been interrupted on this thread, by a signal or by a call of the
// application's that it makes itself. It may hold locks then.
inline bool is_runtime_interrupted() noexcept {
    if (this_thread.busy || this_thread.recorder == nullptr) {
        return this_thread.busy;
    }
    const ThreadBuffer& buffer = this_thread.recorder->buffer();
    return buffer.head.current == &buffer.busy;
}

// Keeps the thread's own measured calls (of an allocator, of a signal handler) and errno out of a
// slow way. Within another one it leaves the thread to that.
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
        if (!is_inner_ && short_way && this_thread.recorder != nullptr) {
            current_buffer = &this_thread.recorder->buffer().head;
        }
        errno = error_;
    }

private:
    bool is_inner_;
    int error_;
};

} // namespace proxima::detail
