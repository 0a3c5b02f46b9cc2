// The profiles of all threads: how their owners reach them, and how others read them.
#pragma once

#include "profile.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <pthread.h>
#include <vector>

namespace proxima::measuring {

// A profile, and who may be in it. Its thread enters it without a lock: whoever reads it says so
// first, then makes every thread of the process see that (membarrier), then waits until the owner
// is out. From then on the owner waits too, if it comes.
class ThreadProfile {
public:
    explicit ThreadProfile(std::uint64_t number) : profile_(number) {}
    ThreadProfile(const ThreadProfile&) = delete;
    ThreadProfile& operator=(const ThreadProfile&) = delete;
    ~ThreadProfile() = default;

    Profile& profile() noexcept { return profile_; }
    const Profile& profile() const noexcept { return profile_; }

    // By the owner. False if it is in already: a signal, or an allocator that is measured itself.
    bool enter() noexcept {
        if (inside_.load(std::memory_order_relaxed)) {
            return false;
        }
        inside_.store(true, std::memory_order_relaxed);
        if (fences) {
            std::atomic_thread_fence(std::memory_order_seq_cst);
        }
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (__builtin_expect(held_.load(std::memory_order_acquire), 0)) {
            wait();
        }
        return true;
    }
    void leave() noexcept { inside_.store(false, std::memory_order_release); }

    // By a reader, with the mutex of Threads held.
    void hold() noexcept { held_.store(true, std::memory_order_relaxed); }
    void wait_for_owner() const noexcept;
    void release() noexcept { held_.store(false, std::memory_order_release); }

    // With the mutex of Threads held: whether there is a thread that owns it.
    bool is_owned() const noexcept { return is_owned_; }
    void own(bool owned) noexcept { is_owned_ = owned; }

    // Whether owners have to fence themselves, where the system has no membarrier.
    static bool fences;

private:
    void wait() noexcept;

    std::atomic<bool> inside_{false};
    std::atomic<bool> held_{false};
    bool is_owned_ = false;
    Profile profile_;
};

class Threads {
public:
    // Before any thread has a profile.
    static void begin();

    // The calling thread's; null if there is no memory for it, or the thread is about to end.
    static ThreadProfile* mine() noexcept {
        ThreadProfile* const known = current;
        return __builtin_expect(known != nullptr, 1) ? known : attach();
    }
    // Without making one.
    static ThreadProfile* mine_if_any() noexcept { return current; }

    // Calls `read(Profile&)` for each thread while the thread is out of its profile.
    template <class Reader>
    void read(Reader&& reader) {
        const std::lock_guard lock(mutex_);
        const Hold hold(*this);
        for (ThreadProfile& thread : profiles_) {
            reader(thread.profile());
        }
    }

    // Held by whoever holds threads, reading or forking.
    std::mutex& mutex() noexcept { return mutex_; }
    // With the mutex held: keeps all threads but the calling one out of their profiles.
    void hold() noexcept;
    void release() noexcept;
    // In the child of a fork, with the threads held.
    void begin_child() noexcept;

private:
    class Hold {
    public:
        explicit Hold(Threads& threads) noexcept : threads_(threads), was_closed_(closed) {
            closed = true;
            threads_.hold();
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;
        ~Hold() {
            threads_.release();
            closed = was_closed_;
        }

    private:
        Threads& threads_;
        bool was_closed_;
    };

    static ThreadProfile* attach() noexcept;
    static void leave_thread(void* profile) noexcept;
    ThreadProfile& take();

    static __thread ThreadProfile* current __attribute__((tls_model("initial-exec")));
    // While the thread gets its profile or reads those of others, and after it has given its own
    // back, it gets none.
    static __thread bool closed __attribute__((tls_model("initial-exec")));
    static pthread_key_t exit_key; // gives profiles back

    std::mutex mutex_;
    std::deque<ThreadProfile> profiles_;
    bool holder_entered_ = false;
};

Threads& threads() noexcept;

} // namespace proxima::measuring
