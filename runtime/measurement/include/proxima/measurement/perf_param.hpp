/// \file
/// The port through which other components read the records while the application runs: PerfParam
/// of Trebon et al. (2005).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proxima::measurement {

/// The invocations of one method, in the order in which they ended on each thread.
struct PerformanceData {
    /// "computation", "communication", parameters, then the counters that the run reads.
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows; ///< [invocation][column]; times in microseconds
};

/// Reads the records of Monitor, those of measured ports, and those of timers, while threads go on.
/// They are kept in memory: of Monitor's methods always, of all others from the first call of any
/// of these functions on; 256 MiB together, beyond which a message says that rows are missing.
/// Thread-safe. Throws nothing but std::bad_alloc.
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
    virtual PerformanceData performance_data(std::string_view method, bool reset) = 0;

    /// The methods that have been invoked.
    virtual std::vector<std::string> component_method_names() = 0;
};

} // namespace proxima::measurement
