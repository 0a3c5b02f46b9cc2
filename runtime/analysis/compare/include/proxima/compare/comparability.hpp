// Tells whether two groups of runs can be compared, and by what.
//
// Units: microseconds.
// Ownership: values.
// Thread safety: all functions are thread-safe.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/run_info.hpp>

#include <optional>
#include <string>
#include <vector>

namespace proxima::compare {

struct RunTimes {
    std::string name; ///< for messages
    rundir::CallGraph graph;
    std::optional<rundir::RunInfo> info; ///< unset: unknown
};

/// The times that are compared: the run's duration and the wall time of its calls; the same, but
/// with all measured calls for an unknown duration; or the processor time of both.
enum class Basis { duration, measured_calls, processor_time };

struct Comparability {
    std::vector<std::string> obstacles; ///< sentences with the reason; empty: comparable
    Basis basis = Basis::duration;
    bool are_alternated = false; ///< runs of both sides took turns
    double common = 0;           ///< relative deviation of a side that the machine's load explains
};

/// Compares what the runs are: complete, of as many ranks and threads, with the same counters and
/// configuration, and given enough processor time. Where a machine gave less, only alternated runs
/// can be compared: by their processor time, if they counted it.
Comparability comparability(const std::vector<RunTimes>& base, const std::vector<RunTimes>& now);

} // namespace proxima::compare
