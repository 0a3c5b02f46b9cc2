// The MPI calls of a run: from mpi.json, or from the thread buffers of a killed run.
//
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     for (const auto& routine : rundir::load_mpi_use(run.mpi_file()).routines) {
//         std::printf("%s: %.0f us\n", routine.name.c_str(), routine.time_us);
//     }
//
// Units: in the names.
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: load_mpi_use() and parse_mpi_use() throw base::Error.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::rundir {

/// Sums of the calls of one MPI function over ranks and threads.
struct MpiRoutine {
    std::string name;
    std::uint64_t calls = 0;
    double time_us = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
    std::uint64_t operations = 0; ///< nonblocking operations begun
    double in_flight_us = 0;      ///< time from their begin to their completion
    double hidden_us = 0;         ///< part of in_flight_us outside of MPI: overlapped computation
};

/// Sums of the calls of one MPI function on one call path, or by one method on all its paths.
struct MpiPath {
    std::string caller; ///< "outer.call;inner.call", or "inner.call"; empty: no measured method
    std::string routine;
    std::uint64_t calls = 0;
    double time_us = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
};

/// The messages between a rank and a partner, as the rank sees them.
struct MpiPartner {
    std::int64_t rank = -1;
    std::int64_t partner = -1; ///< -1: several, not told apart
    std::uint64_t messages_sent = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
    double time_us = 0; ///< spent in calls that send, receive or wait
};

struct MpiUse {
    std::uint64_t size = 1; ///< ranks
    std::vector<MpiRoutine> routines;
    std::vector<MpiPartner> partners;
    std::vector<MpiPath> paths;
    std::string json; ///< the text of mpi.json
};

/// Finds the MPI calls that each node of a call graph makes itself, but for those that are nodes of
/// the graph. Both must outlive it.
class MpiPathsOfNodes {
public:
    MpiPathsOfNodes(const std::vector<MpiPath>& paths, const CallGraph& graph);

    /// In the order of mpi.json.
    std::vector<const MpiPath*> of(std::size_t node) const;

private:
    std::vector<std::uint64_t> hashes_; // of the call paths of nodes, whose texts may be long
    std::vector<std::pair<std::uint64_t, const MpiPath*>> paths_; // sorted
};

/// Adds up the paths that end in the same method.
std::vector<MpiPath> by_method(const std::vector<MpiPath>& paths);

/// Reads mpi.json.
MpiUse load_mpi_use(const std::filesystem::path& file);
/// Reads the text of mpi.json; `file` is for messages.
MpiUse parse_mpi_use(const std::filesystem::path& file, std::string text);

/// Rebuilds the counts of a killed run from its thread buffers; empty if these have none. Adds a
/// line to `problems` for each damaged buffer. Throws only std::bad_alloc.
std::optional<MpiUse> rebuild_mpi_use(const RunDirectory& run, std::vector<std::string>& problems);

} // namespace proxima::rundir
