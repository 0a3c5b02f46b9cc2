/// \file
/// What is measured until now, read while the measured threads go on:
///
///     const Observation before = observe();
///     ...
///     const Observation window = observe() - before;
///     for (const auto& [method, totals] : window.methods) {
///         std::cout << method.instance << '.' << method.method << ' ' << totals.mean_us() << '\n';
///     }
///
/// Times are in microseconds. Plain values: an observation is a snapshot, and nobody waits for it.
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

/// Of a set of calls.
struct Totals {
    std::uint64_t calls = 0;     ///< that have ended
    double inclusive_us = 0;     ///< calls within such calls count once; open ones until now
    double exclusive_us = 0;     ///< the same without measured calls inside
    double communication_us = 0; ///< the part of inclusive_us in MPI
    double sum_us = 0;           ///< of the calls that have ended, each for itself
    double squares_us2 = 0;      ///< sum of the squares of their times
    double min_us = std::numeric_limits<double>::infinity(); ///< of them; also in a window of all
    double max_us = 0;                                       ///< since the start

    double mean_us() const noexcept;
    double stddev_us() const noexcept; ///< of the population

    Totals& operator+=(const Totals& more) noexcept;
    /// What came after `before`. Never negative.
    Totals operator-(const Totals& before) const noexcept;
};

/// A method as one user calls it; overloads are taken together.
struct MeasuredMethod {
    std::string instance;
    std::string method;
    std::string port;
    std::string user;      ///< instance that calls it by a connection; empty where nobody knows
    std::string uses_port; ///< of the user

    auto operator<=>(const MeasuredMethod&) const = default;
};

using MethodTotals = std::map<MeasuredMethod, Totals>;
using NamedTotals = std::map<std::string, Totals>;

struct Observation {
    double duration_us = 0;    ///< that it covers
    std::uint32_t threads = 0; ///< that have measured
    MethodTotals methods;
    /// Calls that an instance makes of itself are only in its exclusive time.
    NamedTotals instances;
    /// Of MPI, whole process; calls and times only.
    NamedTotals routines;
    /// By the size of the first parameter, numbered as in FORMAT.md, "Bins": number b > 0 holds the
    /// integers from 2^(b-1) to 2^b - 1. Only where the run keeps them: with records=first:N,
    /// every:N or aggregate, not with records=all, where the statistics by size wait in the record
    /// files.
    std::map<MeasuredMethod, std::map<int, Totals>> bins;

    /// Adds what another process has observed, or another part of this one.
    Observation& operator+=(const Observation& more);
    /// What came after `before`.
    Observation operator-(const Observation& before) const;
};

/// Of this process, now. Reading what a thread has not yet summed up costs that thread at most 0.1
/// ms: who reads more than ten times a second asks an Observer. Any thread may call it at any time,
/// also of a program without components. Costs a look at each node of the call trees of all
/// threads. Throws nothing but std::bad_alloc.
Observation observe();

/// Its `instances` alone.
NamedTotals observe_instances();

/// Observes as often as one likes: what it costs the measured threads stays below 0.5 %. Where they
/// call so often that looking at each call would cost more, it says again what it said before, for
/// 40 ms at most. Thread-safe.
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
