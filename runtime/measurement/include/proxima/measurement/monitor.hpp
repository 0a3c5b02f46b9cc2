/// \file
/// The port through which a proxy written by hand records the invocations of a method: the
/// Mastermind's side of Trebon et al. (2005), section IV of the thesis.
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

class MonitoredMethod;

/// A registered method; null: not measured. Valid as long as the process.
using MonitorHandle = MonitoredMethod*;

/// Keeps one record per monitored method. Each invocation appends its computation time, its
/// communication time (all MPI time on its thread inside of it) and its parameters; both times in
/// microseconds. Extracting and recording the parameters happens outside of the timed interval.
///
/// Monitorings nest like timers, on each thread by itself, and appear as timers of the group
/// "monitor" in Query and in the call graph. Thread-safe. Nothing throws.
class Monitor {
public:
    Monitor() = default;
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;
    virtual ~Monitor() = default;

    /// The same handle for the same name and parameters, of which the first 16 count; all methods
    /// of one name share a record. Takes a lock: once per method, not per call.
    virtual MonitorHandle
    register_method(std::string_view record,
                    const std::vector<std::string>& parameter_names) noexcept = 0;

    /// Begins an invocation on this thread. No lock, no look-up.
    virtual void start(MonitorHandle method) noexcept = 0;

    /// Ends the innermost invocation of this method on this thread, and appends it.
    /// `values` belong to the registered names; those that are missing are zero.
    virtual void stop(MonitorHandle method, const double* values, std::size_t count) noexcept = 0;

    /// By name, as in the papers: each call looks the record up.
    virtual void start_monitoring(std::string_view record) noexcept = 0;

    /// Names without value, or values without name, are left out. The columns of a record are all
    /// names it ever got; an invocation that lacks one has NaN there.
    virtual void stop_monitoring(std::string_view record,
                                 const std::vector<std::string>& parameter_names,
                                 const std::vector<double>& parameter_values) noexcept = 0;

    /// Where dump_data() writes the record; at first RECORD.csv in the run directory.
    virtual void set_file_name(std::string_view record, std::string_view file) noexcept = 0;

    /// Writes the invocations that PerfParam has not been told to forget as comma-separated values,
    /// replacing the file. False if that was not possible, which is then said in one line.
    virtual bool dump_data(std::string_view record) noexcept = 0;
    /// The same into another file.
    virtual bool dump_data_file_name(std::string_view record, std::string_view file) noexcept = 0;

    /// Forgets the invocations of a record.
    virtual void destroy_record(std::string_view record) noexcept = 0;
};

} // namespace proxima::measurement
