// Something done again and again on a thread of its own.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <sys/types.h>
#include <thread>

namespace proxima::measurement {

// Ends the thread when it is destroyed. Thread-safe.
class IntervalThread {
public:
    explicit IntervalThread(std::function<void()> action) : action_(std::move(action)) {}
    IntervalThread(const IntervalThread&) = delete;
    IntervalThread& operator=(const IntervalThread&) = delete;
    ~IntervalThread();

    // Again has no effect. The thread gets no signals: they are the application's.
    void start() noexcept;
    void set_interval(int seconds) noexcept;

private:
    void run();

    std::function<void()> action_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int seconds_ = 10;
    bool ended_ = false;
    pid_t process_ = 0; // that the thread is of
    std::thread thread_;
};

} // namespace proxima::measurement
