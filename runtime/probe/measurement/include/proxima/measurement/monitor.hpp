// Records invocations of methods by hand, and reads records while the application runs: the ports
// Monitor and PerfParam of Trebon et al. (2005).
//
//     static const auto compute = monitor().register_method("flux.compute", {"cells"});
//     monitor().start(compute);
//     const double cells = 1000; // and compute
//     monitor().stop(compute, &cells, 1);
//
// Units: microseconds.
// Thread safety: all functions are thread-safe.
// Errors: nothing throws in Monitor; functions of PerfParam throw only std::bad_alloc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::measurement {

/// A registered method. Implementations derive theirs from it.
struct MonitoredMethod {};

/// Handle of a registered method, valid until the process ends; null if the method is not measured.
using MonitorHandle = const MonitoredMethod*;

/// Keeps one record per monitored method. Each invocation appends its computation time, its
/// communication time (the MPI time of its thread inside it), both in microseconds, and its
/// parameters. The times exclude the recording of the parameters.
///
/// Monitored invocations nest like timers, and appear as timers of the group "monitor" in Query and
/// in the call graph. Thread-safe. Nothing throws. This base class records nothing.
class Monitor {
public:
    Monitor() = default;
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;
    virtual ~Monitor() = default;

    /// Returns the same handle for the same name and parameters, at most 16. All methods of one
    /// name share a record. Takes a lock: call it once per method.
    virtual MonitorHandle
    register_method([[maybe_unused]] std::string_view record,
                    [[maybe_unused]] const std::vector<std::string>& parameter_names) noexcept {
        return nullptr;
    }

    /// Begins an invocation on this thread. No lock, no look-up.
    virtual void start([[maybe_unused]] MonitorHandle method) noexcept {}

    /// Ends the innermost invocation of this method on this thread, and appends it. `values` are in
    /// the order of the registered names; missing ones are zero.
    virtual void stop([[maybe_unused]] MonitorHandle method, [[maybe_unused]] const double* values,
                      [[maybe_unused]] std::size_t count) noexcept {}
};

/// The invocations of one method, in the order in which they ended on each thread.
struct PerformanceData {
    /// Names: "computation", "communication", then parameters and counters.
    std::vector<std::string> columns;
    /// [invocation][column]; times in microseconds; missing values are NaN.
    std::vector<std::vector<double>> rows;
};

/// Reads the records of Monitor, of measured ports and of timers while threads go on. The runtime
/// keeps them in memory, up to 256 MiB: those of Monitor always, all others from the first call of
/// any of these functions on. Beyond that it drops rows and prints a warning. Thread-safe. Throws
/// only std::bad_alloc. This base class knows none.
class PerfParam {
public:
    PerfParam() = default;
    PerfParam(const PerfParam&) = delete;
    PerfParam& operator=(const PerfParam&) = delete;
    virtual ~PerfParam() = default;

    /// The completed invocations of the method; without columns if it is unknown. The name of a
    /// method of Monitor is its record, of a port `instance.method` or `port::method`, of a timer
    /// `group.name`. With `reset` the rows are handed over: the next call returns only newer ones.
    virtual PerformanceData performance_data([[maybe_unused]] std::string_view method,
                                             [[maybe_unused]] bool reset) {
        return {};
    }

    /// The methods that have been invoked.
    virtual std::vector<std::string> component_method_names() { return {}; }
};

} // namespace proxima::measurement
