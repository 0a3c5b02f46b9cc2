// Loads a run, complete or not.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>
#include <proxima/rundir/run_info.hpp>

#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

// Opens `run`, or if it is empty the newest run in the current directory, and prints which one
// that is.
rundir::RunDirectory open_run(const std::string& run);

// The contents of run.json; nothing if it cannot be read, as of a run that was killed early.
std::optional<rundir::RunInfo> load_info(const rundir::RunDirectory& run);

// Why a run directory has no records, according to run.json.
std::string why_no_records(const rundir::RunDirectory& run);

// Throws rundir::Error with the reason if there are none.
void require_records(const rundir::RunDirectory& run);

// Reads callgraph.json, or rebuilds the graph from the records if the process ended before writing
// it; `outcome`: how reading those went. Throws rundir::Error.
rundir::CallGraph load_graph(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome);

// Reads mpi.json, or what ranks have left that did not end together; none if MPI was not measured.
// Adds a line to `problems` for what cannot be read.
std::optional<rundir::MpiUse> load_mpi_use(const rundir::RunDirectory& run,
                                           std::vector<std::string>& problems);

} // namespace proxima::cli
