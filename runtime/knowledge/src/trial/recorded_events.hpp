// Events of the measurement interface: invocations of no duration with a value.
#pragma once

#include <proxima/knowledge/trial.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <vector>

namespace proxima::knowledge {

inline constexpr const char* event_port = "proxima::measurement::Event";

/// Those that have been recorded, by name and rank. Reads all records.
std::vector<CounterStatistics> recorded_events(const rundir::RunDirectory& run);

} // namespace proxima::knowledge
