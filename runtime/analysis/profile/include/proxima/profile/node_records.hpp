// Reads from the records, for each node of a call graph, the values of its parameters, and its
// times by the size of the first parameter.
//
//     rundir::ReadOutcome outcome;
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_call_graph(run.call_graph_file());
//     const auto nodes = profile::read_node_records(run, graph, true, outcome);
//
// Errors: `outcome` names what could not be read.
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
    /// A summary for each parameter of the method; empty if nothing was recorded.
    std::vector<ParameterSummary> parameters;
    std::vector<ParameterBin> bins; ///< sorted by their values
};

/// Reads all records once. Bins only `with_bins`; they come from the graph if not every invocation
/// was recorded. The result has an element for each node of the graph.
std::vector<NodeRecords> read_node_records(const rundir::RunDirectory& run,
                                           const rundir::CallGraph& graph, bool with_bins,
                                           rundir::ReadOutcome& outcome,
                                           const rundir::ProgressListener& progress = {});

} // namespace proxima::profile
