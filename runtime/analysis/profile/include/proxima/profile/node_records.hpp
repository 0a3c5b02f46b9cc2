// Per node of a call graph, from the records: its parameters, and its times by the size of
// the first of them.
#pragma once

#include <proxima/profile/parameter_summary.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <string>
#include <vector>

namespace proxima::profile {

/// The invocations whose first parameter has a size.
struct ParameterBin {
    std::string parameter; ///< empty: the method has none
    std::string values;    ///< `16..31`
    rundir::Durations durations;
};

struct NodeRecords {
    /// One for each parameter of the method; none where nothing was recorded.
    std::vector<ParameterSummary> parameters;
    std::vector<ParameterBin> bins; ///< in the order of their values
};

/// For each node of the graph, from all records, read once; bins only `with_bins`. They are those
/// of the graph if not every invocation was recorded. `outcome`: how the reading went.
std::vector<NodeRecords> read_node_records(const rundir::RunDirectory& run,
                                           const rundir::CallGraph& graph, bool with_bins,
                                           rundir::ReadOutcome& outcome,
                                           const rundir::ProgressListener& progress = {});

} // namespace proxima::profile
