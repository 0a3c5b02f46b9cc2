// Something done again and again on a thread of its own.
#pragma once

#include <atomic>
#include <functional>
#include <semaphore.h>
#include <sys/types.h>
#include <thread>

namespace proxima::measurement {

// Ends the thread when it is destroyed. Thread-safe. In the child of a fork, where the thread is
// not, it may be started again.
class IntervalThread {
public:
    explicit IntervalThread(std::function<void()> action);
    IntervalThread(const IntervalThread&) = delete;
    IntervalThread& operator=(const IntervalThread&) = delete;
    ~IntervalThread();

    // Again has no effect. The thread gets no signals: they are the application's.
    void start() noexcept;
    void set_interval(int seconds) noexcept;

private:
    void run();

    std::function<void()> action_;
    // The child of a fork may destroy it, unlike a condition that the parent's thread waits for.
    sem_t changed_{};
    std::atomic<int> seconds_{10};
    std::atomic<bool> ended_{false};
    std::atomic<pid_t> process_{0}; // that the thread is of
    std::thread thread_;
};

} // namespace proxima::measurement
