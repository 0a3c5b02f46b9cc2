// The clock of a run, and the length of its ticks.
#pragma once

#include "configuration/configuration.hpp"

#include <proxima/format/chunks.hpp>

#include <atomic>
#include <cstdint>

namespace proxima::detail {

// One moment on the run's clock and on the system's.
using format::ClockPair;

class Clock {
public:
    // Chooses the clock, and takes about a millisecond for a first estimate of its frequency.
    explicit Clock(ClockChoice choice);

    bool is_counter() const noexcept { return is_counter_; }
    const char* name() const noexcept;
    double ticks_per_second() const noexcept {
        return ticks_per_second_.load(std::memory_order_relaxed);
    }
    // Resolution of the clock.
    double step_nanoseconds() const noexcept {
        return static_cast<double>(step_ticks_) * 1e9 / ticks_per_second();
    }
    const ClockPair& start() const noexcept { return start_; }

    std::uint64_t now() const noexcept;
    ClockPair pair() const noexcept;

    // Corrects the frequency by the time from start() to `end`.
    void calibrate(const ClockPair& end) noexcept;

private:
    bool is_counter_ = false;
    std::atomic<double> ticks_per_second_{1e9}; // threads may still read it while it is corrected
    std::uint64_t step_ticks_ = 1;
    ClockPair start_;
};

std::int64_t monotonic_nanoseconds() noexcept;

} // namespace proxima::detail
