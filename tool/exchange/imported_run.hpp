// Imports profiles of other tools as run directories, for report and diff.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <filesystem>
#include <string>

namespace proxima::exchange {

// Reads the call graph in a file of Hatchet's JSON; its times count as microseconds. Throws Error.
rundir::CallGraph read_hatchet(const std::filesystem::path& file);

// The call graph of the profiles in `directory`, or of one profile; the threads of a rank are
// added up. Minima, maxima and deviations of invocations are not in profiles: they are 0. Throws
// Error, which names the line.
rundir::CallGraph read_tau(const std::filesystem::path& directory);

// Writes run.json and callgraph.json into an existing empty directory. `format` and `source` say
// where the graph is from.
void write_imported_run(const rundir::CallGraph& graph, const std::string& format,
                        const std::filesystem::path& source,
                        const std::filesystem::path& directory);

} // namespace proxima::exchange
