/// \file
/// What has been measured until now: interface Query of Shende et al. (2003).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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
/// Throws nothing but std::bad_alloc. Owned by whoever created it, const and so thread-safe.
class Query {
public:
    Query() = default;
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;
    virtual ~Query() = default;

    /// Of all timers that have been started.
    virtual std::vector<std::string> timer_names() const = 0;
    /// What is measured of each: "WALL_CLOCK", and behind it others if any were asked for.
    virtual std::vector<std::string> counter_names() const = 0;
    /// All threads together.
    virtual TimerData timer_data(const std::vector<std::string>& names) const = 0;
    /// One thread, of threads().
    virtual TimerData timer_data(const std::vector<std::string>& names,
                                 std::uint64_t thread) const = 0;
    /// The threads that have started timers. A new thread continues the number and the values of
    /// one that has exited.
    virtual std::vector<std::uint64_t> threads() const = 0;
    /// Those of each thread from the outermost to the innermost.
    virtual std::vector<ActiveTimer> active_timers() const = 0;

    /// Of all events that have been triggered.
    virtual std::vector<std::string> event_names() const = 0;
    virtual EventData event_data(const std::vector<std::string>& names) const = 0;

    /// These write a JSON file into the run directory and return its path; if that is not possible,
    /// they say so and return an empty text. The file is complete or not there. "Incremental" files
    /// have the time in their names, so that none replaces another.
    virtual std::string dump_profile_data() const = 0; ///< timers and events: profile.json
    virtual std::string dump_profile_data(std::string_view prefix) const = 0; ///< PREFIX.json
    virtual std::string dump_profile_data_incremental() const = 0;            ///< profile-TIME.json
    virtual std::string dump_timer_names() const = 0;                         ///< timer-names.json
    virtual std::string dump_timer_data(const std::vector<std::string>& names) const = 0;
    virtual std::string
    dump_timer_data_incremental(const std::vector<std::string>& names) const = 0;
};

} // namespace proxima::measurement
