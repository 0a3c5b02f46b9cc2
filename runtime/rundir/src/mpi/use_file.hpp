// What one thread of a rank has done with MPI, as a process leaves it that did not end cleanly.
#pragma once

#include <proxima/rundir/mpi_use.hpp>

#include <filesystem>

namespace proxima::rundir {

/// Of one thread: there is one row in `ranks`. Throws Error or Malformed.
MpiUse read_use_file(const std::filesystem::path& file);

} // namespace proxima::rundir
