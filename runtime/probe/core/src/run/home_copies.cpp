#include "run/home_copies.hpp"

#include "system/home_copy.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <string_view>
#include <unistd.h>

namespace proxima::detail {
namespace {

struct CopiedBuffer {
    ThreadRecorder* recorder = nullptr;
    HomeCopy* copy = nullptr; // never freed: a signal handler may use it
};

// A fixed table, because signal handlers read it; further buffers are in /dev/shm only. The lock of
// the run guards changes.
std::array<CopiedBuffer, 1024> buffers;
std::atomic<std::size_t> count{0};
std::atomic<pid_t> owner{0}; // the process that copies; 0: none
unsigned interval = 0;       // seconds

// A second in all for what is in the way of copies: other threads that drain or copy for a moment,
// or one that never ends to, because a signal has interrupted it there or it was left by a jump.
class Patience {
public:
    template <class Attempt>
    bool succeeds(const Attempt& attempt) noexcept {
        while (!attempt()) {
            if (waits_left_ == 0) {
                return false;
            }
            --waits_left_;
            constexpr timespec a_while{0, 1'000'000};
            nanosleep(&a_while, nullptr);
        }
        return true;
    }

private:
    int waits_left_ = 1000;
};

// Async-signal-safe. A buffer is copied while its thread does not drain it. One that stays locked
// is as after a kill, readable at any instant.
void make_copies() noexcept {
    Patience patience;
    for (std::size_t i = 0; i < count; ++i) {
        const CopiedBuffer& buffer = buffers.at(i);
        if (!patience.succeeds([&] { return buffer.copy->begin(); })) {
            continue;
        }
        std::timed_mutex& mutex = buffer.recorder->mutex();
        const bool is_locked = patience.succeeds([&] { return mutex.try_lock(); });
        buffer.copy->read();
        if (is_locked) {
            mutex.unlock();
        }
        buffer.copy->write();
        buffer.copy->end();
    }
}

void copy_and_end(int signal) {
    const int error = errno;
    if (owner == getpid()) {
        make_copies();
    }
    std::signal(signal, SIG_DFL);
    raise(signal); // ends the process when this handler returns
    errno = error;
}

// Installs the handler if the application has none. A handler that it installs later replaces
// this one.
void watch_termination() noexcept {
    struct sigaction now{};
    if (sigaction(SIGTERM, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 &&
        now.sa_handler == SIG_DFL) {
        now.sa_handler = copy_and_end;
        now.sa_flags = SA_RESTART | SA_ONSTACK;
        sigaction(SIGTERM, &now, nullptr);
    }
}

void* copy_at_intervals(void* /*unused*/) {
    const timespec pause{static_cast<std::time_t>(interval), 0};
    while (nanosleep(&pause, nullptr) == 0 && owner == getpid()) {
        copy_home_now();
    }
    return nullptr;
}

// The thread takes no signals, so that the application's handlers run on the application's threads.
bool start_thread() noexcept {
    sigset_t all{};
    sigset_t before{};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t small{};
    pthread_attr_init(&small);
    pthread_attr_setdetachstate(&small, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&small, std::size_t{256} * 1024);
    pthread_t thread{};
    const bool started = pthread_create(&thread, &small, copy_at_intervals, nullptr) == 0;
    pthread_attr_destroy(&small);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

} // namespace

bool copy_home(ThreadRecorder& recorder, unsigned interval_seconds) {
    if (count == buffers.size()) {
        return false;
    }
    const std::string& link = recorder.buffer_file().path();
    auto copy = std::make_unique<HomeCopy>(
        link, link.substr(0, link.size() - std::string_view("buffer").size()) + "copy");
    buffers.at(count) = {&recorder, copy.release()};
    ++count;
    if (owner != getpid()) {
        interval = interval_seconds;
        owner = getpid();
        watch_termination();
        return start_thread();
    }
    return true;
}

void copy_home_now() noexcept {
    make_copies();
}

void remove_home_copies() noexcept {
    owner = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (buffers.at(i).copy->begin()) { // else the thread is writing it, and leaves it behind
            buffers.at(i).copy->remove();
        }
    }
}

void forget_home_copies() noexcept {
    count = 0;
    owner = 0;
}

} // namespace proxima::detail
