/// \file
/// Records of the invocations of methods, written by hand and read while the application runs: the
/// ports Monitor and PerfParam of Trebon et al. (2005).
///
///     static const auto compute = monitor().register_method("flux.compute", {"cells"});
///     monitor().start(compute);
///     target.compute(patch);
///     const double cells = patch.cells();
///     monitor().stop(compute, &cells, 1);
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::measurement {

/// A registered method. Implementations derive theirs from it.
struct MonitoredMethod {};

/// Null: not measured. Valid as long as the process.
using MonitorHandle = const MonitoredMethod*;

/// Keeps one record per monitored method. Each invocation appends its computation time, its
/// communication time (all MPI time on its thread inside of it) and its parameters; both times in
/// microseconds. Extracting and recording the parameters happens outside of the timed interval.
///
/// Monitorings nest like timers, on each thread by itself, and appear as timers of the group
/// "monitor" in Query and in the call graph. Thread-safe. Nothing throws. This class itself records
/// nothing.
class Monitor {
public:
    Monitor() = default;
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;
    virtual ~Monitor() = default;

    /// The same handle for the same name and parameters, of which the first 16 count; all methods
    /// of one name share a record. Takes a lock: once per method, not per call.
    virtual MonitorHandle
    register_method([[maybe_unused]] std::string_view record,
                    [[maybe_unused]] const std::vector<std::string>& parameter_names) noexcept {
        return nullptr;
    }

    /// Begins an invocation on this thread. No lock, no look-up.
    virtual void start([[maybe_unused]] MonitorHandle method) noexcept {}

    /// Ends the innermost invocation of this method on this thread, and appends it.
    /// `values` belong to the registered names; those that are missing are zero.
    virtual void stop([[maybe_unused]] MonitorHandle method, [[maybe_unused]] const double* values,
                      [[maybe_unused]] std::size_t count) noexcept {}
};

/// The invocations of one method, in the order in which they ended on each thread.
struct PerformanceData {
    /// "computation", "communication", parameters, then the counters that the run reads.
    std::vector<std::string> columns;
    /// [invocation][column]; times in microseconds. What an invocation does not have is NaN.
    std::vector<std::vector<double>> rows;
};

/// Reads the records of Monitor, those of measured ports, and those of timers, while threads go on.
/// They are kept in memory: of Monitor's methods always, of all others from the first call of any
/// of these functions on; 256 MiB together, beyond which a message says that rows are missing.
/// Thread-safe. Throws nothing but std::bad_alloc. This class itself knows none.
class PerfParam {
public:
    PerfParam() = default;
    PerfParam(const PerfParam&) = delete;
    PerfParam& operator=(const PerfParam&) = delete;
    virtual ~PerfParam() = default;

    /// All completed invocations of the method that are kept; empty, without columns, if it is not
    /// known. A record of Monitor is known by its name, a method of a port by `instance.method` or
    /// `port::method`, a timer by `group.name`. With `reset` they are handed over: the next call,
    /// whoever makes it, begins after those that this one returns, and costs nothing for these.
    virtual PerformanceData performance_data([[maybe_unused]] std::string_view method,
                                             [[maybe_unused]] bool reset) {
        return {};
    }

    /// The methods that have been invoked.
    virtual std::vector<std::string> component_method_names() { return {}; }
};

} // namespace proxima::measurement
