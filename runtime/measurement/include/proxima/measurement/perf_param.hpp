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
    /// "computation", "communication", parameters; of methods of ports also the counters that the
    /// run reads.
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows; ///< [invocation][column]; times in microseconds
};

/// Reads the records of Monitor, and those of the generated Mastermind. Thread-safe. Throws nothing
/// but std::bad_alloc.
class PerfParam {
public:
    PerfParam() = default;
    PerfParam(const PerfParam&) = delete;
    PerfParam& operator=(const PerfParam&) = delete;
    virtual ~PerfParam() = default;

    /// All completed invocations of the method; empty, without columns, if it is not known. Those
    /// of Monitor are known by the name of the record, those of the Mastermind by
    /// `instance.method`. With `reset` the next call, whoever makes it, begins after those that
    /// this one returns.
    virtual PerformanceData performance_data(std::string_view method, bool reset) = 0;

    /// The methods that have records.
    virtual std::vector<std::string> component_method_names() = 0;
};

} // namespace proxima::measurement
