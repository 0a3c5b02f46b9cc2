// Predicts the times of a call graph by models: the time of the run with other parameters or other
// implementations.
//
//     #include <proxima/fit/model_file.hpp>
//     const rundir::RunDirectory run = rundir::RunDirectory::open("run1");
//     rundir::CallGraph graph = rundir::load_call_graph(run.call_graph_file());
//     select::PredictionSettings settings;
//     settings.file = "models.json";
//     settings.models = fit::read_models(settings.file);
//     settings.values["Q"] = 2e5;
//     rundir::ReadOutcome outcome;
//     select::predict_times(run, graph, settings, outcome);
//     std::cout << graph.total_us() << " us\n";
//
// Units: microseconds.
// Ownership: values.
// Thread safety: one thread at a time uses the same models.
// Errors: functions throw base::Error; see predict_times().
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
    std::filesystem::path file;                         ///< file of the models, for messages
    std::map<std::string, std::string> implementations; ///< by instance
    /// By parameter. Inputs of runs, of which models of calls know, scale calls and their numbers;
    /// others replace the recorded values.
    std::map<std::string, double> values;
};

/// The sources of a graph's times.
struct PredictedTimes {
    std::size_t nodes = 0;   ///< nodes whose own time comes from a model
    double predicted_us = 0; ///< own time of these nodes
    double measured_us = 0;  ///< own time of the others
    std::vector<std::string> warnings;
};

/// Sets the exclusive time of each node that has models to the sum of their means over its calls,
/// with the parameters that the calls had on this call path; inclusive times are sums. A model of
/// `time` includes the callees, so their predicted time is subtracted. Nodes keep their measured
/// time if no model covers them, or if one is negative or has no value.
///
/// An instance has the models of its implementation in `settings`, else those made for the
/// instance. Throws Error if these are of several implementations, if no call has a model, and if
/// no model of a call knows a name in `settings`.
PredictedTimes predict_times(const rundir::RunDirectory& run, rundir::CallGraph& graph,
                             const PredictionSettings& settings, rundir::ReadOutcome& outcome);

} // namespace proxima::select
