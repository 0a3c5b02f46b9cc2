#include "threads.hpp"

#include "forking.hpp"
#include "regions.hpp"
#include "system/immortal.hpp"

#include <proxima/call_path.hpp>
#include <proxima/run_facts.hpp>

#include <algorithm>
#include <exception>
#include <linux/membarrier.h>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace proxima::measuring {

namespace {

// Profiles of threads that have exited are kept for their values; beyond this number new threads
// continue them.
constexpr std::size_t kept_profiles = 1024;

bool membarrier(int command) noexcept {
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}

// A thread looks for regions while it is in its profile, so their mutex comes last.
void before_fork() {
    forking = true;
    threads().mutex().lock();
    threads().hold();
    regions().mutex().lock();
}

void after_fork_in_parent() {
    regions().mutex().unlock();
    threads().release();
    threads().mutex().unlock();
    forking = false;
}

void after_fork_in_child() {
    threads().begin_child();
    after_fork_in_parent();
}

} // namespace

bool ThreadProfile::fences = !membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
__thread ThreadProfile* Threads::current = nullptr;
__thread bool Threads::closed = false;
pthread_key_t Threads::exit_key;

void ThreadProfile::wait() noexcept {
    while (held_.load(std::memory_order_acquire)) {
        inside_.store(false, std::memory_order_release);
        {
            // Whoever holds it has the mutex until it is released.
            const std::lock_guard lock(threads().mutex());
        }
        inside_.store(true, std::memory_order_seq_cst);
    }
}

void ThreadProfile::wait_for_owner() const noexcept {
    while (inside_.load(std::memory_order_acquire)) {
        sched_yield();
    }
}

void Threads::hold() noexcept {
    // The calling thread's own timers, of an allocator perhaps, must not wait for it.
    holder_entered_ = current != nullptr && current->enter();
    for (ThreadProfile& thread : profiles_) {
        thread.hold();
    }
    if (ThreadProfile::fences) {
        std::atomic_thread_fence(std::memory_order_seq_cst);
    } else {
        membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    }
    for (ThreadProfile& thread : profiles_) {
        if (&thread != current) { // its owner is here
            thread.wait_for_owner();
        }
    }
}

void Threads::release() noexcept {
    for (ThreadProfile& thread : profiles_) {
        thread.release();
    }
    if (holder_entered_) {
        current->leave();
    }
}

// One that nobody owns, if there are very many, else a new one.
ThreadProfile& Threads::take() {
    const auto is_free = [](const ThreadProfile& thread) { return !thread.is_owned(); };
    const auto free = profiles_.size() < kept_profiles
                          ? profiles_.end()
                          : std::find_if(profiles_.begin(), profiles_.end(), is_free);
    return free != profiles_.end() ? *free : profiles_.emplace_back(profiles_.size());
}

void Threads::begin() {
    pthread_key_create(&exit_key, leave_thread);
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

ThreadProfile* Threads::attach() noexcept {
    if (closed || forking || detail::is_within_runtime()) {
        return nullptr;
    }
    closed = true;
    try {
        Threads& all = threads();
        const std::lock_guard lock(all.mutex_);
        ThreadProfile& mine = all.take();
        mine.profile().begin_thread();
        mine.own(true);
        pthread_setspecific(exit_key, &mine);
        current = &mine;
    } catch (const std::exception&) { // the thread is not measured, until there is memory
    }
    closed = false;
    return current;
}

void Threads::leave_thread(void* profile) noexcept {
    closed = true;
    current = nullptr;
    const std::lock_guard lock(threads().mutex_);
    auto& mine = *static_cast<ThreadProfile*>(profile);
    mine.profile().end_thread();
    mine.own(false);
}

void Threads::begin_child() noexcept {
    const std::uint64_t now = detail::run_facts().measuring ? detail::clock_ticks() : 0;
    try {
        counters().begin_child();     // the runtime has said it
    } catch (const std::exception&) { // no memory to say it
    }
    for (ThreadProfile& thread : profiles_) {
        if (&thread != current) {
            thread.profile().abandon();
            thread.own(false);
        }
        thread.profile().begin_child(now);
    }
}

Threads& threads() noexcept {
    static detail::Immortal<Threads> instance;
    return *instance;
}

} // namespace proxima::measuring
