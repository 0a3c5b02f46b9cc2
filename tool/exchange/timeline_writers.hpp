// Every invocation of a run, in the formats of timeline viewers.
#pragma once

#include "exchange/timeline.hpp"
#include "text/output.hpp"

#include <filesystem>

namespace proxima::exchange {

// Chrome's trace events, as Perfetto and chrome://tracing read them: a process for each rank, a B
// and an E for each invocation, in microseconds, with its parameters.
rundir::ReadOutcome write_chrome(const rundir::RunDirectory& run, text::Output& output,
                                 const rundir::ProgressListener& progress);

// speedscope's file format: an evented profile for each thread, in nanoseconds.
rundir::ReadOutcome write_speedscope(const rundir::RunDirectory& run, text::Output& output,
                                     const rundir::ProgressListener& progress);

// Why OTF2 traces cannot be written; null if they can.
const char* why_no_otf2();

// An OTF2 trace, as Vampir reads it, into an existing empty directory: ranks as processes, threads
// as locations, methods of instances as regions, integers and texts as parameters, all else as
// attributes. Single messages are not recorded, so there are none.
rundir::ReadOutcome write_otf2(const rundir::RunDirectory& run,
                               const std::filesystem::path& directory,
                               const rundir::ProgressListener& progress);

} // namespace proxima::exchange
