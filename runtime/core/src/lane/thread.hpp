// The calling thread, as the runtime knows it.
#pragma once

#include "lane/lane_state.hpp"

#include <atomic>
#include <cerrno>

namespace proxima::detail {

struct ThreadState {
    LaneState* lane = nullptr;      // null: not attached
    LaneState* inherited = nullptr; // in the child of a fork, until it measures: the lane of before
    bool busy = false;              // within the runtime's slow ways
    bool left = false;              // its exit hook has run: only forwards
};

extern __thread ThreadState this_thread __attribute__((tls_model("initial-exec")));

// What current_lane points to where there is no lane to be found.
extern LaneHead no_lane;

// Whether invocations may take the short way, which reads the processor's counter.
class ShortWay {
public:
    // Other threads may ask while the run begins.
    explicit operator bool() const noexcept { return allowed_.load(std::memory_order_relaxed); }
    void allow(bool allowed) noexcept { allowed_.store(allowed, std::memory_order_relaxed); }

private:
    std::atomic<bool> allowed_{false};
};

extern ShortWay short_way;

// Keeps the thread's own measured calls (of an allocator, of a signal handler) and errno out of a
// slow way. Within another one it leaves the thread to that.
class SlowSection {
public:
    SlowSection() noexcept : is_inner_(this_thread.busy), error_(errno) {
        this_thread.busy = true;
        current_lane = &no_lane;
    }
    SlowSection(const SlowSection&) = delete;
    SlowSection& operator=(const SlowSection&) = delete;
    ~SlowSection() {
        this_thread.busy = is_inner_;
        if (!is_inner_ && short_way && this_thread.lane != nullptr) {
            current_lane = &this_thread.lane->lane().head;
        }
        errno = error_;
    }

private:
    bool is_inner_;
    int error_;
};

// Makes sure that the thread gives its lane back when it exits.
void watch_thread_exit() noexcept;

} // namespace proxima::detail
