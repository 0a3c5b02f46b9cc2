/// \file
/// The processes of an MPI job in one run: one directory, one call graph. Not for users: what
/// interposes MPI calls it, in the order of the functions below. None of them communicates.
///
/// Summaries are bytes that another process of the same job understands.
#pragma once

#include <proxima/detail/export.hpp>

#include <string>

namespace proxima::detail {

/// Says before the run begins that this process will be one of several. Until it has joined them
/// its run directory is a provisional one.
PROXIMA_API void expect_ranks() noexcept;

/// Of one rank: makes the run directory of all, and returns its absolute path; empty if it cannot
/// be made. Throws nothing but std::bad_alloc.
PROXIMA_API std::string make_ranks_directory();

/// Moves the run of this process to the directory that one of the ranks has made (empty: there is
/// none, and it stays where it is). Throws nothing but std::bad_alloc.
PROXIMA_API void join_ranks(const std::string& directory, int rank, int ranks);

/// How many ranks have rows of their own in what is written.
PROXIMA_API int rank_rows() noexcept;

/// Ends the run of this process, as finish() does, but instead of writing its call graph and
/// run.json returns what is to be merged into them. Throws nothing but std::bad_alloc.
PROXIMA_API std::string finish_rank();

/// The summary of the ranks of both summaries. Throws std::bad_alloc, and std::runtime_error if
/// they make no sense.
PROXIMA_API std::string merge_ranks(const std::string& left, const std::string& right);

/// Of rank 0: writes the call graph and run.json of all ranks. Returns whether both are there.
/// Throws as merge_ranks() does.
PROXIMA_API bool finish_ranks(const std::string& summary);

/// When the call graph and run.json are there: removes what this rank has kept until then.
PROXIMA_API void leave_ranks();

/// Of a process that is about to be ended, while other threads go on: leaves the run to its files,
/// as a kill does, so that what they do until then is not lost. Returns whether all is in files;
/// else the run has to be ended. Throws nothing but std::bad_alloc.
PROXIMA_API bool leave_run_open();

/// Writes a file into the run directory, if there is one. A failure is said, and noted in run.json
/// if that has not been written yet. Returns whether it is there. Throws nothing but
/// std::bad_alloc.
PROXIMA_API bool write_run_file(const std::string& name, const std::string& text);

} // namespace proxima::detail
