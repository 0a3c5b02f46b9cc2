#include "call_cost.hpp"
#include "library.hpp"
#include "slow_way.hpp"
#include "thread_uses.hpp"

#include <proxima/ranks.hpp>
#include <proxima/run_facts.hpp>

#include <algorithm>
#include <exception>
#include <pthread.h>

namespace proxima::mpi {

__thread ThreadUse* current_use;
std::atomic<Measuring> measuring{Measuring::undecided};
bool reads_counter = false;

namespace {

// Never destroyed: threads may call MPI until the very end.
ThreadUses& shared() {
    static auto* const uses = new ThreadUses; // NOLINT(cppcoreguidelines-owning-memory)
    return *uses;
}

void leave_thread(void* use) {
    current_use = nullptr;
    shared().give_back(*static_cast<ThreadUse*>(use));
}

pthread_key_t exit_key() noexcept {
    static const pthread_key_t key = [] {
        pthread_key_t made{};
        pthread_key_create(&made, leave_thread);
        return made;
    }();
    return key;
}

// The run begins here, if nothing has been measured before.
Measuring decide() {
    // Static objects, such as those of MPI's C++ bindings, may call before this library's
    // constructor has said so.
    detail::expect_ranks();
    detail::begin_run();
    const detail::RunFacts facts = detail::run_facts();
    if (!facts.measuring) {
        return Measuring::off;
    }
    if (!is_right_library()) {
        say_wrong_library();
        return Measuring::off;
    }
    reads_counter = facts.counter_is_clock;
    detail::report_mpi_call_cost(cost_of_one_call(facts.nanoseconds_per_tick));
    return Measuring::on;
}

} // namespace

ThreadUses& thread_uses() {
    return shared();
}

void decide_whether_to_measure() noexcept {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    if (measuring.load(std::memory_order_acquire) != Measuring::undecided) {
        return;
    }
    Measuring decision = Measuring::off;
    try {
        decision = decide();
    } catch (const std::exception&) { // no memory: nothing is measured
    }
    measuring.store(decision, std::memory_order_release);
}

ThreadUse* attach() noexcept {
    decide_whether_to_measure();
    if (measuring.load(std::memory_order_acquire) != Measuring::on) {
        return nullptr;
    }
    const SlowWay slow_way;
    try {
        current_use = &thread_uses().take();
        pthread_setspecific(exit_key(), current_use);
    } catch (const std::exception&) { // no memory: this call is not measured
        return nullptr;
    }
    return current_use;
}

} // namespace proxima::mpi
