// Events of the measurement interface: events.json of a run.
#pragma once

#include <proxima/knowledge/trial.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <string>
#include <vector>

namespace proxima::knowledge {

/// Of all ranks that have left such a file. Adds a line to `problems` for each that makes no sense.
std::vector<CounterStatistics> read_events(const rundir::RunDirectory& run,
                                           std::vector<std::string>& problems);

} // namespace proxima::knowledge
