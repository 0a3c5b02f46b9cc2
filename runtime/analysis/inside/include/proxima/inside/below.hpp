// The functions below each node of a call graph, as a tree, from stack samples: what a flame graph
// continues with; and the processor time of each node.
//
//     void show(const rundir::RunDirectory& run, const rundir::CallGraph& graph) {
//         for (const auto& function : functions_below(run, graph).functions) {
//             std::cout << function.name << ' ' << function.us << '\n';
//         }
//     }
//
// Units: microseconds of processor time, or of elapsed time where waiting was sampled.
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: throws base::Error for damaged files. A run without samples has no functions.
#pragma once

#include <proxima/inside/source_lines.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::inside {

struct FunctionBelow {
    static constexpr std::size_t no_caller = static_cast<std::size_t>(-1);

    std::size_t node = 0;           ///< of the call graph
    std::size_t caller = no_caller; ///< an earlier function of the list
    std::string name;
    double us = 0; ///< with what it calls
};

struct FunctionsBelow {
    std::vector<FunctionBelow> functions;
    std::vector<LineTime> lines;
    bool has_waiting = false;          ///< samples of elapsed time
    std::vector<std::string> problems; ///< files whose functions have no names
};

/// Leaves out functions, not lines, with less than a thousandth of all sampled time.
FunctionsBelow functions_below(const rundir::RunDirectory& run, const rundir::CallGraph& graph);

/// The processor time in each node itself. Its standard error is that of a count of samples:
/// sqrt(us * period_us).
struct SampledTimes {
    std::vector<double> own_us; ///< by node; empty: the run has no samples
    double period_us = 0;       ///< the longest for which a sample stands
};

SampledTimes sampled_times(const rundir::RunDirectory& run, const rundir::CallGraph& graph);

} // namespace proxima::inside
