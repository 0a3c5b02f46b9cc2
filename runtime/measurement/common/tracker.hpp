// MemoryTracker and MemoryHeadroomTracker.
#pragma once

#include "interval_thread.hpp"
#include "memory.hpp"

#include <proxima/measurement/memory_headroom_tracker.hpp>

#include <atomic>
#include <cstdint>
#include <string_view>

namespace proxima::measurement {

// `Event` is the implementation's.
template <class Base, class Event>
class SamplingTracker : public Base {
public:
    // `sample` says how many bytes it is now.
    SamplingTracker(std::string_view event, std::uint64_t (*sample)() noexcept)
        : event_(event), sample_(sample), thread_([this] { track_here(); }) {}

    void track_here() noexcept override {
        if (enabled_.load(std::memory_order_relaxed)) {
            event_.trigger(static_cast<double>(sample_()));
        }
    }
    void enable_interrupt_tracking() noexcept override { thread_.start(); }
    void set_interrupt_interval(int seconds) noexcept override { thread_.set_interval(seconds); }
    void enable() noexcept override { enabled_.store(true, std::memory_order_relaxed); }
    void disable() noexcept override { enabled_.store(false, std::memory_order_relaxed); }

private:
    std::atomic<bool> enabled_{true};
    Event event_;
    std::uint64_t (*sample_)() noexcept;
    IntervalThread thread_; // last: it uses the others
};

template <class Event>
class HeapTracker final : public SamplingTracker<MemoryTracker, Event> {
public:
    HeapTracker() : SamplingTracker<MemoryTracker, Event>("heap in use (bytes)", heap_in_use) {}
};

template <class Event>
class HeadroomTracker final : public SamplingTracker<MemoryHeadroomTracker, Event> {
public:
    HeadroomTracker()
        : SamplingTracker<MemoryHeadroomTracker, Event>("memory headroom (bytes)",
                                                        memory_headroom) {}
};

} // namespace proxima::measurement
