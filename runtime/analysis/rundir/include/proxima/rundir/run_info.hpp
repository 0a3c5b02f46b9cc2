// Reads run.json, the description of a run.
//
//     const auto info = rundir::load_run_info("proxima-run/run.json");
//     std::cout << info.host << ": " << info.invocations << " invocations\n";
//
// Units: in the names.
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
// Errors: functions throw base::Error with the line of the wrong member.
#pragma once

#include <proxima/format/chunks.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::rundir {

using ClockPair = format::ClockPair;

struct ClockInfo {
    std::string name; ///< `tsc`, `cntvct` or `monotonic`
    double ticks_per_second = 0;
    double step_ns = 0; ///< length of one step; 0: unknown
    ClockPair start;
    std::optional<ClockPair> end; ///< unset if the run did not end cleanly
};

/// Lost invocations, and the reasons.
struct Losses {
    std::uint64_t invocations = 0; ///< least number
    std::vector<std::string> reasons;
};

/// A change of what is measured of a method, so that measuring stays within `overhead=`.
struct RecordedLevelChange {
    double at_us = 0; ///< since the start of the run
    std::uint64_t rank = 0;
    std::string method;    ///< `ns::Port::method`
    std::string to;        ///< `recorded`, `estimated` or `off`
    double cost_share = 0; ///< what the method cost before, of the processor time without measuring
};

struct RunInfo {
    /// False while the process runs and after it was killed; then counts are 0.
    bool complete = false;
    bool ended = false;     ///< ended by itself; if not complete, it could not write its call graph
    bool recovered = false; ///< completed by `proxima recover`
    std::string imported;   ///< format of another tool's profile; empty: measured by Proxima
    std::vector<std::string> command;
    std::string directory;
    std::string host;
    std::int64_t pid = 0;
    std::string parent_run;           ///< directory of the run that forked or spawned the process
    std::vector<std::string> spawned; ///< directories of the runs that this MPI job has spawned
    std::string start;                ///< ISO 8601, UTC
    double duration_us = 0;
    double cpu_us = 0;       ///< processor time of all processes; 0: unknown
    double run_wait_us = -1; ///< runnable and not running, summed over threads; -1: unknown
    std::string processor;
    std::uint64_t processors = 0;   ///< logical processors; 0: unknown
    std::uint64_t memory_bytes = 0; ///< memory of the machine; 0: unknown
    std::string system;             ///< `Linux 6.1.0`
    ClockInfo clock;
    std::uint64_t ranks = 1;
    std::string configuration;
    std::vector<std::string> mpi_routines; ///< rules for MPI routines: `exclude=MPI_Test*`
    std::string recording;                 ///< `all`, `off`, `aggregate` ...; empty: unknown
    std::uint64_t threads = 0;             ///< threads with measured calls
    std::uint64_t buffers = 0;             ///< greatest number of threads at the same time
    std::uint64_t methods = 0;
    std::uint64_t invocations = 0;
    std::uint64_t records = 0;
    std::uint64_t record_bytes = 0;
    /// Calls on other threads than the first, without a caller; 0 if unknown.
    std::uint64_t calls_without_origin = 0;
    double thread_life_us = 0; ///< lives of all threads with measured calls; 0 if unknown
    Losses losses;
    double overhead_budget = 0; ///< share of the processor time; 0: no change was needed
    std::vector<RecordedLevelChange> level_changes; ///< by rank, then by time
    // Cost of measuring one call; `inside` is the part within the recorded time of the call.
    double recorded_call_ns = 0;
    double aggregated_call_ns = 0; ///< cost of a call that is timed, and not recorded
    double untimed_call_ns = 0;    ///< cost of a call that is counted only
    double inside_call_ns = 0;
    double overlapped_call_ns = 0; ///< cost of a call whose work overlaps with most of it
    double inside_overlapped_call_ns = 0;
    double cold_call_ns = 0;      ///< cost of a call that streams through memory; 0: unknown
    double most_cold_call_ns = 0; ///< the greatest sample of it
    double cold_after_ns = 0;     ///< work since the last call that makes it cold; 0: unknown
    double mpi_call_ns = 0;
    double inside_mpi_call_ns = 0;
    double read_counters_ns = 0; ///< time to read all counters once
    double overhead_us = 0;      ///< the runtime's own time between calls, over all threads
    std::uint64_t samples = 0;   ///< of stacks, over all threads
    double sampling_us = 0;      ///< time that they took: an estimate, kernel included
    double calibration_us = 0;   ///< processor time of rank 0 for calibration, not part of the run
};

/// Reads and checks run.json.
RunInfo load_run_info(const std::filesystem::path& file);

/// Reads and checks the text of run.json; `file` is for messages.
RunInfo parse_run_info(const std::filesystem::path& file, std::string text);

} // namespace proxima::rundir
