// The statistics of each node by the size of its first parameter.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

struct ParameterBin {
    std::string parameter; ///< empty: the method has none
    std::string values;    ///< `16..31`
    rundir::Durations durations;

    /// `n = 16..31: 120 calls of 1.5us, 1.2us to 9us`
    std::string sentence() const;
};

/// For each node of the graph its bins, in the order of their values.
using NodeBins = std::vector<std::vector<ParameterBin>>;

/// From the graph, or from the records if they have all invocations, because then the graph has no
/// bins. `outcome` says how the reading went.
NodeBins read_bins(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                   rundir::ReadOutcome& outcome);

} // namespace proxima::cli
