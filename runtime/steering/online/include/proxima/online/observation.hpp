// Measurements so far, read while the measured threads continue.
//
//     const Observation before = observe();
//     const Observation window = observe() - before;
//     for (const auto& [method, totals] : window.methods) {
//         std::cout << method.instance << '.' << method.method << ' ' << totals.mean_us() << '\n';
//     }
//
// Units: times are in microseconds.
// Ownership: an observation is a snapshot in plain values.
// Thread safety: functions are thread-safe; no measured thread waits for a reader.
// Errors: functions throw only std::bad_alloc.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace proxima::online {

/// Totals of a set of calls.
struct Totals {
    std::uint64_t calls = 0;     ///< completed calls
    double inclusive_us = 0;     ///< nested calls count once; open calls count until now
    double exclusive_us = 0;     ///< without measured calls inside
    double communication_us = 0; ///< the part of inclusive_us in MPI
    double sum_us = 0;           ///< sum of the times of completed calls, each nested call included
    double squares_us2 = 0;      ///< sum of the squares of their times
    double min_us =
        std::numeric_limits<double>::infinity(); ///< shortest call; in a window, since the start
    double max_us = 0;                           ///< longest call; in a window, since the start

    double mean_us() const noexcept;
    double stddev_us() const noexcept; ///< standard deviation of the population

    Totals& operator+=(const Totals& more) noexcept;
    /// Returns what came after `before`; never negative.
    Totals operator-(const Totals& before) const noexcept;
};

/// A method as called by one user; overloads are added up.
struct MeasuredMethod {
    std::string instance;
    std::string method;
    std::string port;
    std::string user;      ///< calling instance, if connected by a connection; empty if unknown
    std::string uses_port; ///< uses port of the user

    auto operator<=>(const MeasuredMethod&) const = default;
};

using MethodTotals = std::map<MeasuredMethod, Totals>;
using NamedTotals = std::map<std::string, Totals>;

struct Observation {
    double duration_us = 0;    ///< length of the observed time
    std::uint32_t threads = 0; ///< number of measured threads
    MethodTotals methods;
    /// Totals by instance. Calls of an instance to itself appear only in its exclusive time.
    NamedTotals instances;
    /// Totals by MPI routine, for the whole process; calls and times only.
    NamedTotals routines;
    /// Totals by bin of the first parameter, numbered as in FORMAT.md, "Bins": bin b > 0 holds the
    /// integers from 2^(b-1) to 2^b - 1. The run keeps them with records=first:N, every:N or
    /// aggregate.
    std::map<MeasuredMethod, std::map<int, Totals>> bins;

    /// Returns what came after `before`.
    Observation operator-(const Observation& before) const;
};

/// Observes this process. Visits each node of the call trees of all threads. May delay a measured
/// thread by 0.1 ms: use an Observer for more than ten observations per second.
Observation observe();

/// Returns only the `instances` of an observation.
NamedTotals observe_instances();

/// Observes at any rate, at a cost below 0.5 % for the measured threads. Repeats an observation for
/// up to 40 ms if a new one would cost more.
class Observer {
public:
    std::shared_ptr<const Observation> observe();

private:
    std::mutex mutex_;
    std::shared_ptr<const Observation> last_;
    std::chrono::steady_clock::time_point next_;
};

} // namespace proxima::online
