// Reads what has been measured until now: interface Query of Shende et al. (2003).
//
//     #include <proxima/measurement/connect.hpp>
//     const auto query = measurement::measurement().create_query();
//     const measurement::TimerData data = query->timer_data({"solve"});
//     std::cout << data.calls[0] << " calls, " << data.inclusive[0][0] << " us\n";
//
// Units: WALL_CLOCK, THREAD_CPU_TIME, READY_TIME and PROCESS_CPU_TIME are in microseconds, other
// counters are counts.
// Thread safety: all functions are thread-safe, also while timers run.
// Errors: functions throw only std::bad_alloc. Unknown names have zeros.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proxima::measurement {

/// Values of timers, in the order of the names; zeros for unknown names. Each timer has a value per
/// counter; the first counter is always WALL_CLOCK.
struct TimerData {
    /// [timer][counter], without timers called inside. A later answer may be smaller: while a timer
    /// stops, its time counts for its caller.
    std::vector<std::vector<double>> exclusive;
    std::vector<std::vector<double>> inclusive; ///< [timer][counter]
    std::vector<std::uint64_t> calls;           ///< completed and active calls
    std::vector<std::uint64_t> child_calls;     ///< calls of timers started directly inside
    std::vector<std::string> counter_names;
};

/// Values of events, in the order of the names; zeros for unknown names. If squares overflow,
/// `sum_squares` is infinite and `deviation` may be NaN.
struct EventData {
    std::vector<std::uint64_t> samples;
    std::vector<double> maximum;
    std::vector<double> minimum;
    std::vector<double> mean;
    std::vector<double> sum_squares;
    std::vector<double> deviation; ///< standard deviation of the population
};

/// A running timer.
struct ActiveTimer {
    std::uint64_t thread;
    std::string name;
};

/// Reads while timers run: the time of an active timer counts until now, its counters until its
/// last completed call. The values of a thread belong to one moment.
///
/// Everything that is measured is a timer. Its full name is its name, then a space and its type if
/// it has one: "solve double (int)". The name alone means the timer without a type or, if all have
/// types, the sum of all. A measured method of a port is "instance.method", an MPI routine
/// "MPI_Send". Inside a phase the name begins with the phase: "iteration => solve". MPI routines
/// are summed over threads and phases; their time is in the exclusive time of the timer that called
/// them.
///
/// This base class knows no timers and no events.
class Query {
public:
    Query() = default;
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;
    virtual ~Query() = default;

    /// All timers that have been started.
    virtual std::vector<std::string> timer_names() const { return {}; }
    /// Names of counters: "WALL_CLOCK", then the configured ones.
    virtual std::vector<std::string> counter_names() const { return {"WALL_CLOCK"}; }
    /// Returns the values of one of threads(), or the sums over all threads.
    virtual TimerData timer_data(const std::vector<std::string>& names,
                                 [[maybe_unused]] std::optional<std::uint64_t> thread = {}) const {
        const std::vector<std::uint64_t> no_calls(names.size());
        const std::vector<std::vector<double>> zeros(names.size(), {0.0});
        return {zeros, zeros, no_calls, no_calls, {"WALL_CLOCK"}};
    }
    /// The threads that have started timers. A new thread takes over the number and the values of
    /// one that has exited.
    virtual std::vector<std::uint64_t> threads() const { return {}; }
    /// The running timers by thread, from the outermost to the innermost.
    virtual std::vector<ActiveTimer> active_timers() const { return {}; }

    /// All events that have been triggered.
    virtual std::vector<std::string> event_names() const { return {}; }
    virtual EventData event_data(const std::vector<std::string>& names) const {
        const std::vector<double> zeros(names.size());
        return {std::vector<std::uint64_t>(names.size()), zeros, zeros, zeros, zeros, zeros};
    }
};

} // namespace proxima::measurement
