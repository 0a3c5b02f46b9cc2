// Joins the processes of an MPI job in one run: one directory, one call graph. Not for users:
// libproxima_mpi calls these functions, in this order. None of them communicates.
#pragma once

#include <proxima/detail/export.hpp>

#include <array>
#include <cstddef>
#include <string>

namespace proxima::detail {

// Called before the run begins: it has no directory until join_ranks() or the first invocation.
// `job_name` returns a name that all ranks of the job know, and no other job has; empty if there is
// none. It throws only std::bad_alloc.
PROXIMA_API void expect_ranks(std::string (*job_name)()) noexcept;

// Makes the run directory, unless there is one, and returns its absolute path; empty if that fails.
// Called by the first rank, or by each of those that go on alone. If these `share`, they use the
// directory of the job if that has a name. Throws only std::bad_alloc.
PROXIMA_API std::string make_ranks_directory(bool share);

// Puts the run of this process into the directory, unless it has one. If `directory` is empty,
// nothing is written. The first of all ranks speaks for them. Throws only std::bad_alloc.
PROXIMA_API void join_ranks(const std::string& directory, int rank, int ranks, bool is_first);

// Called before MPI_Init of a process that a job has spawned: finds the run of the job, which then
// is the parent of this run. Throws only std::bad_alloc.
PROXIMA_API void find_parent_run(const std::string& job);

// Sets which of the MPI routines with these names the configuration leaves out. Throws only
// std::bad_alloc.
PROXIMA_API void leave_routines_out(const char* const* names, bool* is_left_out, std::size_t count);

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

// Called if other ranks do not answer: ends the run of this process, whose files stay to be
// recovered. One of the ranks that call it prints a warning. Throws only std::bad_alloc.
PROXIMA_API void leave_ranks_apart();

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

// A reduction over the ranks of the job. One thread calls both functions; all ranks call them in
// the same order.
struct RankReduction {
    // Begins a reduction. False: MPI does not permit it on this thread, or one is unfinished.
    bool (*begin)(const RankNumbers& own) noexcept = nullptr;
    // Waits for all ranks, at most `seconds`. False: some ranks have not begun the reduction.
    bool (*finish)(RankNumbers& all, double seconds) noexcept = nullptr;
};

// Called in MPI_Init.
PROXIMA_API void offer_reduction(RankReduction reduction) noexcept;
// Returns the reduction; its functions are null if none was offered.
PROXIMA_API RankReduction rank_reduction() noexcept;

} // namespace proxima::detail
