// Timers and events of code instrumented by hand, as a process leaves them that was killed.
// Ownership: values only. Thread-safety: may be called from several threads.
#pragma once

#include <proxima/rundir/run_directory.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace proxima::rundir {

struct LiveCounter {
    std::string name;
    bool is_time = false; ///< then its values are in microseconds
};

/// Of completed calls on one thread. One value for each counter, the wall clock first.
struct LiveTimer {
    std::string name;
    std::string group;
    std::uint64_t thread = 0;
    std::uint64_t calls = 0;
    std::uint64_t child_calls = 0;
    std::vector<double> inclusive;
    std::vector<double> exclusive;
};

struct LiveEvent {
    std::string name;
    std::uint64_t samples = 0;
    double minimum = 0;
    double maximum = 0;
    double sum = 0;
    double sum_squares = 0;
    double deviation = 0;                               ///< of the population
    std::map<std::int32_t, std::uint64_t> buckets = {}; ///< of its sketch, by key

    double mean() const { return samples == 0 ? 0 : sum / static_cast<double>(samples); }
    /// The value whose rank is `level` (0 to 1) of the highest, within 0.8 %.
    double quantile(double level) const;
};

struct LiveValues {
    std::uint64_t rank = 0;
    std::vector<LiveCounter> counters;
    std::vector<LiveTimer> timers; ///< those with calls
    std::vector<LiveEvent> events; ///< those with samples, by name
};

/// What each rank has left in `values/`, by rank; those without any are missing. Adds a line to
/// `problems` for each file that makes no sense; what it has before that counts. Throws
/// std::bad_alloc only.
std::vector<LiveValues> read_live_values(const RunDirectory& run,
                                         std::vector<std::string>& problems);

} // namespace proxima::rundir
