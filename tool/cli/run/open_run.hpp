// The run that a verb reads.
#pragma once

#include <proxima/rundir/run_directory.hpp>

#include <string>

namespace proxima::cli {

/// Opens `run`, or if it is empty the newest run in the current directory, and says which one that
/// is.
rundir::RunDirectory open_run(const std::string& run);

} // namespace proxima::cli
