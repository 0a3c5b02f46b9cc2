// TAU's profiles: a file `profile.RANK.0.0` for each rank, a directory MULTI__NAME for each metric
// where there are several.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <filesystem>

namespace proxima::exchange {

// Into an existing empty directory. Metrics are TIME, COMMUNICATION where there was some, and the
// counters; a call path becomes `A => B`. In names `"` becomes `'`. Throws Error.
void write_tau(const rundir::CallGraph& graph, const std::filesystem::path& directory);

// The call graph of the profiles in `directory`, or of one profile; the threads of a rank are
// added up. Minima, maxima and deviations of invocations are not in profiles: they are 0. Throws
// Error, which names the line.
rundir::CallGraph read_tau(const std::filesystem::path& directory);

// Whether a file or directory of this name can be among profiles.
bool is_of_tau(const std::string& name);

} // namespace proxima::exchange
