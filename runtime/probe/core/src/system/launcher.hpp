// The place of this process in its job, as its launcher tells before MPI_Init.
#pragma once

namespace proxima::detail {

struct JobPlace {
    int rank = 0;
    int ranks = 1; // 1: no job, or one of an unknown launcher
};

// Reads the variables of Open MPI, PMIx, PMI (MPICH and its relatives, Cray) and Slurm.
JobPlace job_place() noexcept;

} // namespace proxima::detail
