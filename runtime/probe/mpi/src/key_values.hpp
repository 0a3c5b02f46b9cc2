// The key-value store of the job's launcher: ranks announce themselves before MPI_Init, whose
// exchange of addresses carries the keys to all others. Asking never waits for another rank. The
// functions throw only std::bad_alloc.
#pragma once

#include <string>

namespace proxima::mpi {

// Announces this rank. Has an effect once, before MPI_Init, in a job with a known store.
void announce_rank();

// False: the launcher has no known store, or refused the announcement.
bool can_ask_ranks() noexcept;

// Tests after MPI_Init whether a rank of MPI_COMM_WORLD has announced itself.
bool is_announced(int rank);

// Releases the store, after the last question.
void stop_asking();

// Returns a name that all ranks of the job know, and no other job has; empty if there is none.
std::string job_name();

// Returns the name of the job that has spawned this one; empty if there is none, or if the launcher
// does not tell (Hydra).
std::string parent_job();

// Tells the runtime that the process may be a rank, before its run begins.
void expect_ranks() noexcept;

} // namespace proxima::mpi
