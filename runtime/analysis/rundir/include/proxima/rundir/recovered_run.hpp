// What `proxima recover` needs to know of a run, and what it writes about it into run.json.
#pragma once

#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstdint>
#include <optional>

namespace proxima::cli {

// The process on this machine that has a thread buffer of the run mapped, and so has not ended.
std::optional<std::int64_t> process_that_writes(const rundir::RunDirectory& run);

// Puts into run.json what follows from its records: counts, threads, methods;
// and that it was recovered. What the runtime wrote when it started is kept as far as it can be
// read; `losses` are added to. Throws rundir::Error.
void write_recovered_run(const rundir::RunDirectory& run, const rundir::ReadOutcome& outcome);

} // namespace proxima::cli
