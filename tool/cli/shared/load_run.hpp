// Opens the run that a user names, and says which files had to be replaced.
#pragma once

#include "text/output.hpp"

#include <proxima/rundir/usable_run.hpp>

#include <memory>
#include <string>

namespace proxima::cli {

// Opens `run`, or if it is empty the newest run in the current directory, and prints which one
// that is.
rundir::RunDirectory open_run(const std::string& run);

// rundir::load_or_rebuild_graph(), with a note if the graph has to be rebuilt.
rundir::CallGraph load_graph(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome);

// At most 1 GB, or 100 times the call graph and the records; null for `force`.
std::shared_ptr<text::OutputLimit> output_limit(const rundir::RunDirectory& run, bool force);

} // namespace proxima::cli
