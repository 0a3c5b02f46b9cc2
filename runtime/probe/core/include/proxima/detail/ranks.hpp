// Joins the processes of an MPI job in one run: one directory, one call graph. Not for users:
// libproxima_mpi calls these functions, in this order. None of them communicates.
#pragma once

#include <proxima/detail/export.hpp>

#include <array>
#include <cstddef>
#include <string>

namespace proxima::detail {

// Called before the run begins: the run directory is provisional until join_ranks().
PROXIMA_API void expect_ranks() noexcept;

// Called by one rank: makes the run directory of all, and returns its absolute path; empty if that
// fails. Throws only std::bad_alloc.
PROXIMA_API std::string make_ranks_directory();

// Moves the run of this process to the directory that one rank has made. If `directory` is empty,
// the run stays where it is. Throws only std::bad_alloc.
PROXIMA_API void join_ranks(const std::string& directory, int rank, int ranks);

// The number of ranks with rows of their own in the results.
PROXIMA_API int rank_rows() noexcept;

// Ends the run of this process as finish() does, but returns its summary instead of writing
// results. Throws only std::bad_alloc.
PROXIMA_API std::string finish_rank();

// Merges two summaries. Throws std::bad_alloc, and std::runtime_error for invalid ones.
PROXIMA_API std::string merge_ranks(const std::string& left, const std::string& right);

// Called by rank 0: writes the call graph and run.json of all ranks. Returns whether both are
// written. Throws as merge_ranks() does.
PROXIMA_API bool finish_ranks(const std::string& summary);

// Called when the results are written: removes the thread buffers of this rank.
PROXIMA_API void leave_ranks();

// Called before MPI_Abort, while other threads run: leaves the run as a kill would, to be recovered
// from its files. Returns false if a part of the run is in no file; the caller then ends the run.
// Throws only std::bad_alloc.
PROXIMA_API bool leave_run_open();

// Writes a file into the run directory, if there is one, and reports a failure. Returns whether it
// is written. Throws only std::bad_alloc.
PROXIMA_API bool write_run_file(const std::string& name, const std::string& text);

// Numbers that a rank contributes to a reduction, or their result. Unused elements are zero.
struct RankNumbers {
    static constexpr std::size_t size = 256;
    std::array<double, size> sums{};
    std::array<double, size> maxima{};
};

// The ranks that add up their numbers: all, or those that share the memory of a node.
enum class RankScope { job, node };

// A reduction over ranks. One thread calls both functions; all ranks of the scope call them in the
// same order.
struct RankReduction {
    // Begins a reduction. False: MPI does not permit it on this thread, or one is unfinished.
    bool (*begin)(const RankNumbers& own) noexcept;
    // Waits for all ranks, at most `seconds`. False: some ranks have not begun the reduction.
    bool (*finish)(RankNumbers& all, double seconds) noexcept;
    int rank = 0; // rank in the scope
    int ranks = 1;
};

// Called in MPI_Init, for each scope.
PROXIMA_API void offer_reduction(RankScope scope, RankReduction reduction) noexcept;
// Returns the reduction of the scope; its functions are null if none was offered.
PROXIMA_API RankReduction rank_reduction(RankScope scope) noexcept;

} // namespace proxima::detail
