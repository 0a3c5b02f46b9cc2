// What the ranks of a run have done with MPI: mpi.json, or what is left of a run that was killed.
// Units: in the names. Ownership: values only. Thread-safety: as plain values; the functions may be
// called from several threads.
#pragma once

#include <proxima/rundir/run_directory.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace proxima::rundir {

/// Sums over ranks and threads.
struct MpiTraffic {
    std::uint64_t calls = 0;
    double time_us = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
};

/// Operations that a routine has begun and that went on after it.
struct MpiOperations {
    std::uint64_t begun = 0;
    std::uint64_t completed = 0;
    double in_flight_us = 0;
    double hidden_us = 0; ///< of that, outside of MPI
};

struct MpiRoutine : MpiTraffic {
    std::string name;
    std::uint64_t ranks = 0; ///< that have called it
    std::uint64_t nested_calls = 0;
    double shortest_us = 0; ///< of a rank's time in it
    double longest_us = 0;
    MpiOperations operations;
};

struct MpiRank : MpiTraffic {
    std::optional<std::int64_t> rank; ///< none: all that have no row of their own
};

struct MpiPartner {
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> partner; ///< none: not in the world, or not told apart
    std::uint64_t messages_sent = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t messages_received = 0;
    std::uint64_t bytes_received = 0;
    double time_us = 0; ///< in blocking calls
};

struct MpiUse {
    std::uint64_t size = 1; ///< ranks
    std::string library;
    std::string thread_level;
    std::uint64_t untracked_operations = 0;
    std::vector<MpiRoutine> routines; ///< by name
    std::vector<MpiRank> ranks;
    std::vector<MpiPartner> partners;
};

/// Reads mpi.json. Throws Error.
MpiUse load_mpi_use(const std::filesystem::path& file);
/// The same from the text between `begin` and `end`; `file` is for messages.
MpiUse parse_mpi_use(const std::filesystem::path& file, const char* begin, const char* end);

/// What the files say that ranks leave which have not ended together; each of those ranks has a row
/// of its own. None if there are no such files. Adds a line to `problems` for each that makes no
/// sense. Throws std::bad_alloc only.
std::optional<MpiUse> rebuild_mpi_use(const RunDirectory& run, std::vector<std::string>& problems);

} // namespace proxima::rundir
