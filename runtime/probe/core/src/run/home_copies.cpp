#include "run/home_copies.hpp"

#include "system/home_copy.hpp"

#include <proxima/detail/guards.hpp>

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

void make_copy(const CopiedBuffer& buffer) noexcept {
    if (!buffer.copy->begin()) {
        return;
    }
    {
        const std::lock_guard lock(buffer.recorder->mutex());
        buffer.copy->read();
    }
    buffer.copy->write();
    buffer.copy->end();
}

constexpr timespec a_while{0, 1'000'000};
constexpr int most_attempts = 1000; // a second

// Tries until it succeeds, or until the interrupted thread must be the one that is in the way.
template <class Attempt>
bool succeeds_in_time(const Attempt& attempt) noexcept {
    for (int i = 0; i < most_attempts; ++i) {
        if (attempt()) {
            return true;
        }
        nanosleep(&a_while, nullptr);
    }
    return false;
}

// Other threads run on, so a buffer is copied while its thread does not drain it. The interrupted
// thread may be draining its own: its files are then as after a kill, readable at any instant.
void make_copy_in_handler(const CopiedBuffer& buffer) noexcept {
    if (!succeeds_in_time([&] { return buffer.copy->begin(); })) {
        return;
    }
    const bool is_locked = succeeds_in_time([&] { return buffer.recorder->mutex().try_lock(); });
    buffer.copy->read();
    if (is_locked) {
        buffer.recorder->mutex().unlock();
    }
    buffer.copy->write();
    buffer.copy->end();
}

void copy_and_end(int signal) {
    const int error = errno;
    for (std::size_t i = 0; owner == getpid() && i < count; ++i) {
        make_copy_in_handler(buffers.at(i));
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

void copy_home(ThreadRecorder& recorder, unsigned interval_seconds) {
    if (count == buffers.size()) {
        return;
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
        start_thread();
    }
}

void copy_home_now() noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        make_copy(buffers.at(i));
    }
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
