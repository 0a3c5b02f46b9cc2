// The MPI counts of one or many ranks, and mpi.json.
//
//     format::MpiReport report; // of this rank: one add_thread() for each thread, then end_rank()
//     report.end_rank();
//     report.merge(format::MpiReport::from(report.bytes())); // of another rank
//     std::cout << report.json();
//
// Units: times are in microseconds, sums over threads and ranks.
// Thread safety: threads may share const objects, as with plain values.
// Errors: add_thread() and from() throw Malformed; others throw only std::bad_alloc.
#pragma once

#include <proxima/format/mpi_counts.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace proxima::format {

enum class MpiRowKind : std::uint8_t { routine, rank, partner, path };

/// Rows of the same key are merged. `numbers`: the rank, or both ranks of a partner row. Rank -1
/// stands for all ranks without rows of their own.
struct MpiRowKey {
    MpiRowKind kind;
    std::string name; ///< name of a routine
    std::int32_t numbers[2];
    std::string path{}; ///< the caller of a routine: "outer.call;inner.call"

    friend bool operator<(const MpiRowKey& left, const MpiRowKey& right) {
        const auto tie = [](const MpiRowKey& key) {
            return std::tie(key.kind, key.path, key.name, key.numbers[0], key.numbers[1]);
        };
        return tie(left) < tie(right);
    }
};

struct MpiSums {
    std::uint64_t ranks = 0; ///< number of ranks that have such a row
    std::uint64_t calls = 0;
    std::uint64_t nested = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
    std::uint64_t messages_sent = 0;
    std::uint64_t messages_received = 0;
    std::uint64_t operations = 0;
    std::uint64_t completed = 0;
    double time = 0;
    double shortest = 0; ///< shortest time of a rank
    double longest = 0;
    double in_flight = 0;
    double hidden = 0;
};

/// The rows of one thread.
struct MpiThreadCounts {
    const MpiFacts* facts = nullptr; ///< null: the thread has no counts
    const MpiRoutineCounts* routines = nullptr;
    std::size_t routine_count = 0;
    const MpiPartnerCounts* partners = nullptr;
    std::size_t partner_count = 0;
    const MpiPathCounts* paths = nullptr;
    std::size_t path_count = 0;
    const std::vector<std::string>* call_paths = nullptr; ///< by number of the node; [0]: empty
};

struct MpiReport {
    std::uint64_t ranks = 1; ///< number of ranks in MPI_COMM_WORLD
    std::string library;
    std::string thread_level;
    std::uint64_t untracked = 0;
    std::map<MpiRowKey, MpiSums> rows;

    /// Adds the counts of a thread of `rank`, -1 if that has no row of its own. Throws Malformed if
    /// the clock has no valid rate.
    void add_thread(const MpiThreadCounts& thread, std::int32_t rank);
    /// Called after the last thread of the report's only rank.
    void end_rank();
    void merge(const MpiReport& other);

    /// Serializes it for another process of the job.
    std::string bytes() const;
    /// Throws Malformed.
    static MpiReport from(std::string_view bytes);

    /// The text of mpi.json.
    std::string json() const;
};

} // namespace proxima::format
