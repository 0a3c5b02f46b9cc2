// profile.json and events.json of code instrumented by hand, of a process that was killed.
#pragma once

#include <proxima/rundir/run_directory.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

/// Whether a process has left values of timers and events that these files do not have.
bool lacks_values(const rundir::RunDirectory& run);

/// Writes both for each rank that has left such values, unless the runtime itself has; the files
/// that they come from stay. Returns whether there were any values. Adds to `problems` what could
/// not be read. Throws rundir::Error.
bool write_recovered_values(const rundir::RunDirectory& run, std::vector<std::string>& problems);

} // namespace proxima::cli
