/// \file
/// A region of code that is measured between start and stop: interfaces Timer and Phase of the
/// performance interface of Shende, Malony, Rasmussen and Sottile (2003).
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace proxima::measurement {

/// The group of timers that name none.
inline constexpr std::string_view default_group = "default";

/// The group that all MPI routines are in, for Control.
inline constexpr std::string_view mpi_group = "MPI";

/// Timers with equal labels are one timer to Query, however many objects there are.
struct TimerLabel {
    TimerLabel(std::string_view name_, std::string_view type_, std::string_view group_)
        : name(name_), type(type_), group(group_) {}

    std::string name;
    std::string type;  ///< tells timers of one name apart: "double (int)"
    std::string group; ///< that Control switches

    /// The name that Query uses: "solve double (int)".
    std::string full_name() const { return type.empty() ? name : name + " " + type; }
};

/// A timer: every thread starts and stops it for itself, and has values of its own. One that has
/// never run does not appear in Query. This class itself measures nothing.
///
/// Timers nest, and do not overlap: the one started last is stopped first. Stopping one while
/// others run that were started inside of it stops these first; a message says so once for each
/// timer. A timer stopped inside a measured method that began later ends when that method
/// returns; a measured method that returns drops the timers that were started inside of it and
/// still run. A timer may be started while it runs (recursion): its inclusive values count the
/// outermost call only. Stopping a timer that does not run on this thread has no effect.
///
/// A phase is a timer that starts a call path of its own: what runs inside is kept apart from the
/// same outside. Query names a timer "solve" that ran in the phase "iteration" "iteration =>
/// solve". A phase inside of a phase is named by itself alone.
///
/// Any thread may call anything at any time; nothing throws. To be destroyed when no thread has it
/// running; its values stay.
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

/// Runs a timer for as long as it lives, also when it is left by an exception.
class ScopedTimer {
public:
    explicit ScopedTimer(Timer& timer) noexcept : timer_(timer) { timer_.start(); }
    ScopedTimer(const ScopedTimer&) = delete;
    ScopedTimer& operator=(const ScopedTimer&) = delete;
    ~ScopedTimer() { timer_.stop(); }

private:
    Timer& timer_;
};

} // namespace proxima::measurement
