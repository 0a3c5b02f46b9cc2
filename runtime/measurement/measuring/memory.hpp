// MemoryTracker and MemoryHeadroomTracker.
#pragma once

#include "events.hpp"

#include <proxima/measurement/memory_tracker.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <semaphore.h>
#include <string_view>
#include <sys/types.h>
#include <thread>

namespace proxima::measuring {

// What malloc has given out and not got back. Bytes.
std::uint64_t heap_in_use() noexcept;

// What can still be obtained: the least of what the limits of the process (address space, data),
// its control group (version 2) and the system leave. Bytes.
std::uint64_t memory_headroom() noexcept;

// Something done again and again on a thread of its own, which gets no signals. Ends the thread
// when it is destroyed. In the child of a fork, where the thread is not, it may be started again.
class IntervalThread {
public:
    explicit IntervalThread(std::function<void()> action);
    IntervalThread(const IntervalThread&) = delete;
    IntervalThread& operator=(const IntervalThread&) = delete;
    ~IntervalThread();

    // Again has no effect.
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

template <class Base, std::uint64_t (*sample)() noexcept>
class SamplingTracker final : public Base {
public:
    explicit SamplingTracker(std::string_view event)
        : event_(event), thread_([this] { track_here(); }) {}

    void track_here() noexcept override {
        if (enabled_.load(std::memory_order_relaxed)) {
            event_.trigger(static_cast<double>(sample()));
        }
    }
    void enable_interrupt_tracking() noexcept override { thread_.start(); }
    void set_interrupt_interval(int seconds) noexcept override { thread_.set_interval(seconds); }
    void enable() noexcept override { enabled_.store(true, std::memory_order_relaxed); }
    void disable() noexcept override { enabled_.store(false, std::memory_order_relaxed); }

private:
    std::atomic<bool> enabled_{true};
    MeasuringEvent event_;
    IntervalThread thread_; // last: it uses the others
};

using HeapTracker = SamplingTracker<measurement::MemoryTracker, heap_in_use>;
using HeadroomTracker = SamplingTracker<measurement::MemoryHeadroomTracker, memory_headroom>;

} // namespace proxima::measuring
