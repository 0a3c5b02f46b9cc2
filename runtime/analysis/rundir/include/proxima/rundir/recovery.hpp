// Completes the run directory of a program that was killed or crashed.
//
//     rundir::ReadOutcome outcome;
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     if (rundir::needs_recovery(run)) {
//         rundir::recover(run, outcome, [](const rundir::CallGraph&, base::ReplacedFile& file) {
//             file.write("{}"); // the graph as callgraph.json
//         });
//     }
//
// Errors: functions throw base::Error.
#pragma once

#include <proxima/base/file.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <functional>

namespace proxima::rundir {

/// False if callgraph.json and run.json exist and describe a complete or recovered run.
bool needs_recovery(const RunDirectory& run);

/// Moves thread buffers from /dev/shm into the run directory, rebuilds the call graph from the
/// records, gives it to `write_graph`, which fills callgraph.json, and writes mpi.json and
/// run.json. Throws Error if the run belongs to another user, if a process still measures into it,
/// or if nothing can be recovered; then it writes nothing.
void recover(const RunDirectory& run, ReadOutcome& outcome,
             const std::function<void(const CallGraph&, base::ReplacedFile&)>& write_graph);

/// Writes into run.json what the records contain: counts, threads, methods, and that the run was
/// recovered. Keeps what the runtime wrote when it started as far as it can be read; adds to
/// `losses`. Throws Error.
void write_recovered_run(const RunDirectory& run, const ReadOutcome& outcome);

} // namespace proxima::rundir
