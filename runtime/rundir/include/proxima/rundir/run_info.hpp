// What run.json says about a run.
// Units: in the names. Ownership: values only. Thread-safety: as plain values.
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
    double step_ns = 0; ///< what it advances by; 0: not known
    ClockPair start;
    std::optional<ClockPair> end; ///< unset if the run did not end cleanly
};

/// What is missing, and why.
struct Losses {
    std::uint64_t invocations = 0; ///< at least
    std::vector<std::string> reasons;
};

struct RunInfo {
    /// False while the process runs and after it was killed; then counts are 0.
    bool complete = false;
    bool ended = false;     ///< by itself; if it is not complete, it could not write its call graph
    bool recovered = false; ///< `proxima recover` has added what the records say
    std::string imported; ///< the format of another tool's profile that it was made of; empty: none
    std::vector<std::string> command;
    std::string directory;
    std::string host;
    std::int64_t pid = 0;
    std::string start; ///< ISO 8601, UTC
    double duration_us = 0;
    double cpu_us = 0; ///< processor time of all processes of the run; 0: not known
    std::string processor;
    std::uint64_t processors = 0;   ///< logical ones; 0: not known, as the next
    std::uint64_t memory_bytes = 0; ///< of the machine
    std::string system;             ///< `Linux 6.1.0`
    ClockInfo clock;
    std::uint64_t ranks = 1;
    std::string configuration;
    std::string recording;     ///< `all`, `off`, `aggregate` ...; empty if it is not told
    std::uint64_t threads = 0; ///< that made measured calls
    std::uint64_t buffers = 0; ///< of these, how many at the same time
    std::uint64_t methods = 0;
    std::uint64_t invocations = 0;
    std::uint64_t records = 0;
    std::uint64_t record_bytes = 0;
    Losses losses;
    double recorded_call_ns = 0;   ///< what one recorded call costs beyond the call itself
    double aggregated_call_ns = 0; ///< the same without records
    double inside_call_ns = 0; ///< the part of it that lies within the recorded time of the call
    double overlapped_call_ns = 0; ///< what a call costs of which most overlaps with its work
    double inside_overlapped_call_ns = 0;
    double mpi_call_ns = 0;        ///< what measuring adds to a call of MPI
    double inside_mpi_call_ns = 0; ///< the part of it that lies within the recorded time
    double read_counters_ns = 0;   ///< what it takes to read the counters once
    double overhead_us = 0;        ///< of the runtime outside of the calls, all threads together
};

/// Reads and checks run.json. Throws Error.
RunInfo load_run_info(const std::filesystem::path& file);

/// The same from text already in memory; `file` is only used in messages.
RunInfo parse_run_info(const std::filesystem::path& file, std::string_view text);

} // namespace proxima::rundir
