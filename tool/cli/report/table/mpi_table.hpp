// The routines of MPI in which a run has spent most time.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <optional>

namespace proxima::cli {

/// Writes a short table: the rest of the routines is summed up in its last line. Shares are of the
/// time that all ranks together have run, if `info` knows it.
void write_mpi_table(const rundir::MpiUse& use, const std::optional<rundir::RunInfo>& info,
                     const Terminal& terminal, Output& output);

} // namespace proxima::cli
