// What ranks have done with MPI, in the format of mpi.json.
#pragma once

#include "text/output.hpp"

#include <proxima/rundir/mpi_use.hpp>

namespace proxima::cli {

/// Writes one object, one line for each row in it.
void write_mpi_json(const rundir::MpiUse& use, Output& output);

} // namespace proxima::cli
