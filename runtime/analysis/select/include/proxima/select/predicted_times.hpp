// Times of a call graph by models, in place of the measured ones: what the run would take with
// other parameters, or with other implementations.
//
// Units: microseconds. Ownership: values. Thread-safety: as Expression.
#pragma once

#include <proxima/fit/model.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace proxima::select {

struct PredictionSettings {
    std::vector<fit::Model> models;
    std::filesystem::path file;                         ///< of the models, for messages
    std::map<std::string, std::string> implementations; ///< of instances
    std::map<std::string, double> values; ///< of parameters, in place of the recorded ones
};

/// The sources of a graph's times.
struct PredictedTimes {
    std::size_t nodes = 0;   ///< whose own time comes from a model
    double predicted_us = 0; ///< own time of these
    double measured_us = 0;  ///< of the others
    std::vector<std::string> warnings;
};

/// Sets the exclusive time of each node that has models to the sum of their means over its calls,
/// with the parameters that these had on this call path; inclusive times are the sums. A model of
/// `time` includes the callees, so their predicted time is taken off. What no model covers, or one
/// that is negative or has no value there, counts as measured.
///
/// An instance has the models of its implementation in `settings`, else those made for it. Throws
/// Error if these are of several implementations, if no call has a model, and if no model of a
/// call knows a name in `settings`.
PredictedTimes predict_times(const rundir::RunDirectory& run, rundir::CallGraph& graph,
                             const PredictionSettings& settings, rundir::ReadOutcome& outcome);

} // namespace proxima::select
