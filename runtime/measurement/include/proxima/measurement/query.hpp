/// \file
/// What has been measured until now: interface Query of Shende et al. (2003).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proxima::measurement {

/// Values of timers, in the order in which they were asked for. A name that is not known has zeros.
/// There is a value for each counter, of which the first is WALL_CLOCK, whatever the
/// implementation.
struct TimerData {
    std::vector<std::vector<double>> exclusive; ///< [timer][counter], without timers called inside
    std::vector<std::vector<double>> inclusive; ///< [timer][counter]
    std::vector<std::uint64_t> calls;           ///< completed and active ones
    std::vector<std::uint64_t> child_calls;     ///< of timers started directly inside
    std::vector<std::string> counter_names;     ///< as many as a row above has values
};

/// Values of events, in the order in which they were asked for. A name that is not known has zeros.
/// Where the squares of values are beyond a double, `sum_squares` is infinite, and `deviation` may
/// be not a number.
struct EventData {
    std::vector<std::uint64_t> samples;
    std::vector<double> maximum;
    std::vector<double> minimum;
    std::vector<double> mean;
    std::vector<double> sum_squares;
    std::vector<double> deviation; ///< standard deviation of the population: divided by samples
};

/// A timer that runs right now.
struct ActiveTimer {
    std::uint64_t thread;
    std::string name;
};

/// Reads while timers run, from any thread: an active timer counts up to now, its counters up to
/// its latest completed call. What is read of one thread belongs to one moment. A thread that
/// measures is never kept waiting for longer than writing out what it has recorded takes.
///
/// Timers are all that is measured. One made by Measurement or Monitor is called by its name,
/// followed by a space and its type if it has one: "solve double (int)"; the name alone means the
/// one without a type, or if there is none those of all types together. A measured method of a port
/// is "instance.method", a routine of MPI "MPI_Send". What ran in a phase begins with that:
/// "iteration => solve". Routines of MPI are known for all threads and phases together, and their
/// time is in the exclusive time of the timer that called them.
///
/// Units: WALL_CLOCK, THREAD_CPU_TIME and PROCESS_CPU_TIME in microseconds, other counters in
/// counts. What a timer's counters are is chosen where the implementation is configured.
/// Throws nothing but std::bad_alloc. Owned by whoever created it, const and so thread-safe. This
/// class itself knows nothing.
class Query {
public:
    Query() = default;
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;
    virtual ~Query() = default;

    /// Of all timers that have been started.
    virtual std::vector<std::string> timer_names() const { return {}; }
    /// What is measured of each: "WALL_CLOCK", and behind it others if any were asked for.
    virtual std::vector<std::string> counter_names() const { return {"WALL_CLOCK"}; }
    /// Of one thread, of threads(); without, of all together.
    virtual TimerData timer_data(const std::vector<std::string>& names,
                                 [[maybe_unused]] std::optional<std::uint64_t> thread = {}) const {
        const std::vector<std::uint64_t> no_calls(names.size());
        const std::vector<std::vector<double>> zeros(names.size(), {0.0});
        return {zeros, zeros, no_calls, no_calls, {"WALL_CLOCK"}};
    }
    /// The threads that have started timers. A new thread continues the number and the values of
    /// one that has exited.
    virtual std::vector<std::uint64_t> threads() const { return {}; }
    /// Those of each thread from the outermost to the innermost.
    virtual std::vector<ActiveTimer> active_timers() const { return {}; }

    /// Of all events that have been triggered.
    virtual std::vector<std::string> event_names() const { return {}; }
    virtual EventData event_data(const std::vector<std::string>& names) const {
        const std::vector<double> zeros(names.size());
        return {std::vector<std::uint64_t>(names.size()), zeros, zeros, zeros, zeros, zeros};
    }
};

} // namespace proxima::measurement
