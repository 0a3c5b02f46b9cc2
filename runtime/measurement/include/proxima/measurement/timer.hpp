/// \file
/// A region of code that is measured between start and stop: interface Timer of the performance
/// interface of Shende, Malony, Rasmussen and Sottile (2003).
#pragma once

#include <string>
#include <string_view>

namespace proxima::measurement {

/// The group of timers that name none.
inline constexpr std::string_view default_group = "default";

/// The group that all MPI routines are in, for Control.
inline constexpr std::string_view mpi_group = "MPI";

/// A timer: every thread starts and stops it for itself, and has values of its own. Timers that
/// agree in name, type and group are one timer to Query, however many objects there are; one that
/// has never run does not appear there.
///
/// Timers nest, and do not overlap: the one started last is stopped first. Stopping one while
/// others run that were started inside of it stops these first; a message names the two, once for
/// each such pair. A timer stopped inside a measured method that began later ends when that method
/// returns; a measured method that returns drops the timers that were started inside of it and
/// still run. A timer may be started while it runs (recursion): its inclusive values count the
/// outermost call only. Stopping a timer that does not run on this thread has no effect.
///
/// Any thread may call anything at any time, except the setters, which must not meet a start() on
/// another thread. Nothing throws, but for the copies that getters make. To be destroyed when no
/// thread has it running; its values stay.
class Timer {
public:
    Timer() = default;
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    virtual ~Timer() = default;

    virtual void start() noexcept = 0;
    virtual void stop() noexcept = 0;

    /// What this call is about, such as (1000, "n"), right after start(): a parameter of the call
    /// in the records and in PerfParam. At most 16 for a call; without effect while another timer
    /// runs inside of this one.
    virtual void set_parameter(long value, std::string_view name) noexcept = 0;

    /// From the next start on, it is the timer that has this name. One without a name is not
    /// measured.
    virtual void set_name(std::string_view name) noexcept = 0;
    virtual std::string name() const = 0;

    /// Tells timers of one name apart, such as instances of a template: "double (int)".
    virtual void set_type(std::string_view type) noexcept = 0;
    virtual std::string type() const = 0;

    /// The groups that Control switches: one by name (default_group at first), one by number (0 at
    /// first). They take effect at the next start.
    virtual void set_group_name(std::string_view group) noexcept = 0;
    virtual std::string group_name() const = 0;
    virtual void set_group_id(long group) noexcept = 0;
    virtual long group_id() const noexcept = 0;
};

/// A timer that starts a call path of its own: what runs inside is kept apart from the same
/// outside. Query names a timer "solve" that ran in the phase "iteration" "iteration => solve". A
/// phase inside of a phase is named by itself alone.
class Phase : public Timer {};

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
