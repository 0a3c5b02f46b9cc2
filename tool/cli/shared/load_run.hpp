// Opens the run that a user names, and says which files had to be replaced.
#pragma once

#include <proxima/rundir/usable_run.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace proxima::cli {

// Opens `run`, or if it is empty the newest run in the current directory, and prints which one
// that is.
rundir::RunDirectory open_run(const std::string& run);

// rundir::load_or_rebuild_graph(), with a note if the graph has to be rebuilt.
rundir::CallGraph load_graph(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome);

// Throws unless `force` is set if an output has more than 1 GB, or more than 100 times the input.
void check_output_size(std::uint64_t bytes, const std::filesystem::path& input, bool force);

} // namespace proxima::cli
