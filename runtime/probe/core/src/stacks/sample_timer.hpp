// Interrupts a thread at intervals of its processor time, or of elapsed time.
#pragma once

#include "clock/clock.hpp"

#include <proxima/format/stack_samples.hpp>

#include <csignal>
#include <cstdint>
#include <ctime>

namespace proxima::detail {

// The default action for this signal is none, so one that arrives late, after exec or after the
// application has taken back the handler, harms nothing. Programs use it only for urgent data of
// sockets.
constexpr int sample_signal = SIGURG;
// Whether the calling thread blocks the signal of samples.
bool blocks_samples() noexcept;

// Belongs to the thread that has started it; any thread may stop it.
class SampleTimer {
public:
    SampleTimer() = default;
    SampleTimer(const SampleTimer&) = delete;
    SampleTimer& operator=(const SampleTimer&) = delete;
    ~SampleTimer() = default;

    // Interrupts the calling thread; the samples go to its recorder. Returns an errno value, or 0.
    // `waiting`: also while the thread waits, by elapsed time.
    int start(std::uint64_t period_ns, bool waiting) noexcept;
    format::SampleSource source() const noexcept { return source_; }
    void stop() noexcept;
    // Lets go in the child of a fork.
    void leave_to_parent() noexcept;

    // The time that being interrupted takes from the calling thread, whatever the handler does, in
    // nanoseconds: mostly the kernel's. Takes some milliseconds. The handler must be installed.
    static double interruption_ns(const Clock& clock, bool waiting) noexcept;

private:
    bool start_perf(std::uint64_t period_ns) noexcept;
    int start_timer(std::uint64_t period_ns, clockid_t clock) noexcept;
    bool owns_descriptor() const noexcept;

    timer_t timer_ = nullptr;
    bool has_timer_ = false;
    format::SampleSource source_ = format::SampleSource::perf;
    int descriptor_ = -1;     // of perf_event_open
    std::uint64_t event_ = 0; // its number there
};

} // namespace proxima::detail
