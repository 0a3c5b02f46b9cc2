// Loads the files of a run, complete or not: a killed run's are rebuilt from its records.
//
//     rundir::ReadOutcome outcome;
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_or_rebuild_graph(run, outcome);
//
// Errors: base::Error; a file that cannot be read is reported where a part of the run suffices.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>
#include <proxima/rundir/run_info.hpp>

#include <optional>
#include <string>
#include <vector>

namespace proxima::rundir {

/// Returns the contents of run.json; nothing if it cannot be read, for example because the run was
/// killed early. Adds the reason to `problems`, if given.
std::optional<RunInfo> readable_run_info(const RunDirectory& run,
                                         std::vector<std::string>* problems = nullptr);

/// Returns the reason why a run directory has no records, from run.json.
std::string why_no_records(const RunDirectory& run);

/// Returns the reason why a run directory has no call graph, from run.json.
std::string why_no_graph(const RunDirectory& run);

/// Throws Error with the reason if there are no records.
void require_records(const RunDirectory& run);

/// Reads callgraph.json, or rebuilds the graph from the records if the process ended before writing
/// it. Stores the outcome of reading the records in `outcome`. Throws Error.
CallGraph load_or_rebuild_graph(const RunDirectory& run, ReadOutcome& outcome);

/// Reads mpi.json or, if it is missing, the thread buffers that killed ranks left. Returns nothing
/// if MPI was not measured. Adds a line to `problems` for each file that cannot be read.
std::optional<MpiUse> load_or_rebuild_mpi_use(const RunDirectory& run,
                                              std::vector<std::string>& problems);

} // namespace proxima::rundir
