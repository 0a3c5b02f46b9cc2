// What the ranks of an MPI job have measured when their common run had ended, in MPI_Finalize.
#pragma once

#include <proxima/rundir/run_directory.hpp>

#include <cstdint>

namespace proxima::cli {

/// Sums over the runs in the folder `after-finalize`.
struct AfterFinalize {
    std::uint64_t ranks = 0;
    std::uint64_t unended = 0; ///< of them: killed, still running, or damaged
    std::uint64_t invocations = 0;
    std::uint64_t lost = 0;
};

AfterFinalize after_finalize(const rundir::RunDirectory& run);

} // namespace proxima::cli
