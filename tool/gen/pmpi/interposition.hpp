// One run of `proxima-gen --pmpi`: mpi.h in, mpi_wrappers.cpp out.
#pragma once

#include "input/options.hpp"

namespace proxima::gen {

// Returns the exit status; throws base::Error.
int generate_mpi_wrappers(const Options& options);

} // namespace proxima::gen
