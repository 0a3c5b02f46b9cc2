#include "interval_thread.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <exception>
#include <string>
#include <unistd.h>

namespace proxima::measurement {

IntervalThread::~IntervalThread() {
    if (!thread_.joinable()) {
        return;
    }
    if (process_ != getpid()) {
        thread_.detach(); // in the child of a fork it is not there
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void IntervalThread::start() noexcept {
    const std::lock_guard lock(mutex_);
    if (thread_.joinable()) {
        return;
    }
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        thread_ = std::thread([this] { run(); });
        process_ = getpid();
    } catch (const std::exception& error) {
        const std::string text =
            std::string("proxima: error: nothing is tracked at intervals: ") + error.what() + "\n";
        [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void IntervalThread::set_interval(int seconds) noexcept {
    {
        const std::lock_guard lock(mutex_);
        seconds_ = std::max(1, seconds);
    }
    changed_.notify_all();
}

void IntervalThread::run() {
    std::unique_lock lock(mutex_);
    auto last = std::chrono::steady_clock::now();
    while (!ended_) {
        const auto next = last + std::chrono::seconds(seconds_);
        if (changed_.wait_until(lock, next) == std::cv_status::timeout && !ended_) {
            lock.unlock();
            action_();
            lock.lock();
            last = std::chrono::steady_clock::now();
        }
    }
}

} // namespace proxima::measurement
