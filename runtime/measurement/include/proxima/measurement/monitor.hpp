/// \file
/// The port through which a proxy written by hand records the invocations of a method: the
/// Mastermind's side of Trebon et al. (2005), section IV of the thesis.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proxima::measurement {

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

    /// Begins an invocation of the record's method on this thread.
    virtual void start_monitoring(std::string_view record) noexcept = 0;

    /// Ends the innermost invocation of the record on this thread, and appends it. Names without
    /// value, or values without name, are left out. The columns of a record are all names it ever
    /// got; an invocation that lacks one has NaN there.
    virtual void stop_monitoring(std::string_view record,
                                 const std::vector<std::string>& parameter_names,
                                 const std::vector<double>& parameter_values) noexcept = 0;

    /// Where dump_data() writes the record; at first RECORD.csv in the run directory.
    virtual void set_file_name(std::string_view record, std::string_view file) noexcept = 0;

    /// Writes all invocations of a record as comma-separated values, replacing the file. False if
    /// that was not possible, which is then said in one line.
    virtual bool dump_data(std::string_view record) noexcept = 0;
    /// The same into another file.
    virtual bool dump_data_file_name(std::string_view record, std::string_view file) noexcept = 0;

    /// Forgets the invocations of a record.
    virtual void destroy_record(std::string_view record) noexcept = 0;
};

} // namespace proxima::measurement
