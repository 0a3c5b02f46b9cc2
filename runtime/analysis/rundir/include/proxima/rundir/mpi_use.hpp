// The MPI calls of a run: mpi.json, or the counts of a killed run.
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
struct MpiRoutine {
    std::string name;
    std::uint64_t calls = 0;
    double time_us = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
    std::uint64_t operations = 0; ///< nonblocking ones that it has begun
    double in_flight_us = 0;      ///< of these, until they were completed
    double hidden_us = 0;         ///< part of that outside of MPI: overlapped computation
};

/// The messages between a rank and a partner, as the rank sees them.
struct MpiPartner {
    std::int64_t rank = -1;
    std::int64_t partner = -1; ///< -1: several, not distinguished
    std::uint64_t messages_sent = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
    double time_us = 0; ///< in the calls that send, receive or wait
};

struct MpiUse {
    std::uint64_t size = 1; ///< ranks
    std::vector<MpiRoutine> routines;
    std::vector<MpiPartner> partners;
    std::string json; ///< the text of mpi.json
};

/// Reads mpi.json. Throws Error.
MpiUse load_mpi_use(const std::filesystem::path& file);
/// The same from its text; `file` is for messages.
MpiUse parse_mpi_use(const std::filesystem::path& file, std::string text);

/// Rebuilds the counts of a killed run from its thread buffers; empty if it has none. Adds a line
/// to `problems` for each damaged buffer. Throws only std::bad_alloc.
std::optional<MpiUse> rebuild_mpi_use(const RunDirectory& run, std::vector<std::string>& problems);

} // namespace proxima::rundir
