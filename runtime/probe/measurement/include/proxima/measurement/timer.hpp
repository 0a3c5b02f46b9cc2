// Measures a region of code between start and stop: interfaces Timer and Phase of Shende, Malony,
// Rasmussen and Sottile (2003).
//
//     #include <proxima/measurement/connect.hpp>
//     const auto timer = measurement::measurement().create_timer("solve");
//     timer->start();
//     std::puts("the measured region");
//     timer->stop();
//
// Ownership: a timer belongs to its creator; its values stay when it is destroyed.
// Thread safety: threads may share a timer; each has separate values. Destroy it when none runs it.
// Errors: nothing throws.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace proxima::measurement {

/// The group of timers without a group.
inline constexpr std::string_view default_group = "default";

/// The group of all MPI routines.
inline constexpr std::string_view mpi_group = "MPI";

/// Timers with equal labels are one timer to Query.
struct TimerLabel {
    TimerLabel(std::string_view name_, std::string_view type_, std::string_view group_)
        : name(name_), type(type_), group(group_) {}

    std::string name;
    std::string type;  ///< tells timers of one name apart: "double (int)"
    std::string group; ///< Control switches it

    /// The name in Query: "solve double (int)".
    std::string full_name() const { return type.empty() ? name : name + " " + type; }
};

/// A timer has separate values on each thread. Query lists only timers that have run. This base
/// class measures nothing.
///
/// Timers nest and must not overlap. Stopping a timer first stops the timers that were started
/// inside it, and prints a warning once per timer. A timer that is stopped inside a measured method
/// that began later ends when that method returns. A measured method that returns stops the timers
/// that were started inside it. A timer may run recursively; its inclusive values count the
/// outermost call only. Stopping a timer that does not run on this thread has no effect.
///
/// A phase is a timer that starts a call path of its own: Query lists the timer "solve" in the
/// phase "iteration" as "iteration => solve". The name of a phase inside a phase is its own name.
///
/// Thread-safe; nothing throws. Destroy a timer when no thread runs it; its values stay.
class Timer {
public:
    explicit Timer(TimerLabel label) : label_(std::move(label)) {}
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    virtual ~Timer() = default;

    virtual void start() noexcept {}
    virtual void stop() noexcept {}

    const TimerLabel& label() const noexcept { return label_; }

private:
    TimerLabel label_;
};

/// Runs a timer while it lives.
class ScopedTimer {
public:
    [[gnu::always_inline]] explicit ScopedTimer(Timer& timer) noexcept : timer_(timer) {
        timer_.start();
    }
    ScopedTimer(const ScopedTimer&) = delete;
    ScopedTimer& operator=(const ScopedTimer&) = delete;
    ~ScopedTimer() { timer_.stop(); }

private:
    Timer& timer_;
};

} // namespace proxima::measurement
