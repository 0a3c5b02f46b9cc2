// What was measured until now, read while the measured threads continue:
//
//     const Observation before = observe();
//     const Observation window = observe() - before;
//     for (const auto& [method, totals] : window.methods) {
//         std::cout << method.instance << '.' << method.method << ' ' << totals.mean_us() << '\n';
//     }
//
// Times are in microseconds. An observation is a snapshot; no thread waits for it.
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
    std::uint64_t calls = 0;     ///< that have ended
    double inclusive_us = 0;     ///< nested calls count once; open calls until now
    double exclusive_us = 0;     ///< without measured calls inside
    double communication_us = 0; ///< the part of inclusive_us in MPI
    double sum_us = 0;           ///< of the calls that have ended; nested calls count each
    double squares_us2 = 0;      ///< sum of the squares of their times
    double min_us = std::numeric_limits<double>::infinity(); ///< of them; also in a window of all
    double max_us = 0;                                       ///< since the start

    double mean_us() const noexcept;
    double stddev_us() const noexcept; ///< of the population

    Totals& operator+=(const Totals& more) noexcept;
    /// What came after `before`. Never negative.
    Totals operator-(const Totals& before) const noexcept;
};

/// A method as one user calls it; overloads are added up.
struct MeasuredMethod {
    std::string instance;
    std::string method;
    std::string port;
    std::string user;      ///< instance that calls it by a connection; empty: unknown
    std::string uses_port; ///< of the user

    auto operator<=>(const MeasuredMethod&) const = default;
};

using MethodTotals = std::map<MeasuredMethod, Totals>;
using NamedTotals = std::map<std::string, Totals>;

struct Observation {
    double duration_us = 0;    ///< of the observed time
    std::uint32_t threads = 0; ///< that were measured
    MethodTotals methods;
    /// Calls of an instance to itself are only in its exclusive time.
    NamedTotals instances;
    /// Of MPI, whole process; calls and times only.
    NamedTotals routines;
    /// By the size of the first parameter, numbered as in FORMAT.md, "Bins": number b > 0 holds the
    /// integers from 2^(b-1) to 2^b - 1. Where the run keeps them: with records=first:N, every:N or
    /// aggregate. With records=all a PerformanceMonitor reads them from the records, without times
    /// in MPI, if its parameter `bins` is on: until the end of its last window.
    std::map<MeasuredMethod, std::map<int, Totals>> bins;

    /// Adds the observation of another process, or of another part of this one.
    Observation& operator+=(const Observation& more);
    /// What came after `before`.
    Observation operator-(const Observation& before) const;
};

/// Observes this process. May delay a measured thread by 0.1 ms: use an Observer for more than ten
/// observations a second. Visits each node of the call trees of all threads. Thread-safe; throws
/// nothing but std::bad_alloc.
Observation observe();

/// Only its `instances`.
NamedTotals observe_instances();

/// Observes at any rate, at a cost below 0.5 % for the measured threads. Repeats an observation for
/// up to 40 ms if a new one would cost more. Thread-safe.
class Observer {
public:
    /// Throws nothing but std::bad_alloc.
    std::shared_ptr<const Observation> observe();

private:
    std::mutex mutex_;
    std::shared_ptr<const Observation> last_;
    std::chrono::steady_clock::time_point next_;
};

} // namespace proxima::online
