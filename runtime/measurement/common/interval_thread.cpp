#include "interval_thread.hpp"

#include "message.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <exception>
#include <string>
#include <unistd.h>
#include <utility>

namespace proxima::measurement {

namespace {

timespec now() noexcept {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time;
}

} // namespace

IntervalThread::IntervalThread(std::function<void()> action) : action_(std::move(action)) {
    sem_init(&changed_, 0, 0);
}

IntervalThread::~IntervalThread() {
    if (process_ == getpid()) {
        ended_ = true;
        sem_post(&changed_);
        thread_.join();
    } else if (thread_.joinable()) {
        thread_.detach(); // in the child of a fork it is not there
    }
    sem_destroy(&changed_);
}

void IntervalThread::start() noexcept {
    pid_t process = process_;
    if (process == getpid() || !process_.compare_exchange_strong(process, getpid())) {
        return;
    }
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        if (thread_.joinable()) {
            thread_.detach(); // the parent's
        }
        thread_ = std::thread([this] { run(); });
    } catch (const std::exception& error) {
        process_ = 0;
        say(std::string("proxima: error: nothing is tracked at intervals: ") + error.what() + "\n");
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void IntervalThread::set_interval(int seconds) noexcept {
    seconds_ = std::max(1, seconds);
    sem_post(&changed_);
}

void IntervalThread::run() {
    timespec last = now();
    while (!ended_) {
        timespec next = last;
        next.tv_sec += seconds_;
        const bool is_due =
            sem_clockwait(&changed_, CLOCK_MONOTONIC, &next) != 0 && errno == ETIMEDOUT;
        if (is_due) {
            action_();
            last = now();
        }
    }
}

} // namespace proxima::measurement
