// Scales a measured run to other inputs: the calls, their parameters and their times in a run that
// was not made, by models of all three.
//
//     #include <proxima/fit/model_file.hpp>
//     const auto models = fit::read_models("models.json");
//     const auto directory = rundir::RunDirectory::open("run1");
//     rundir::ReadOutcome outcome;
//     const select::RunScaler scaler(
//         select::measured_run(directory, rundir::load_call_graph(directory.call_graph_file())),
//         {"models.json", models, {}}, outcome);
//     std::cout << scaler.at({{"mesh.max_level", 5}}).graph.total_us() << " us\n";
//
// Units: microseconds.
// Ownership: a RunScaler refers to the models.
// Thread safety: one thread at a time uses the same models.
// Errors: base::Error names what has no model.
#pragma once

#include <proxima/base/range.hpp>
#include <proxima/select/run_workload.hpp>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace proxima::select {

struct ScalingModels {
    std::filesystem::path file; ///< in messages
    const std::vector<fit::Model>& models;
    std::map<std::string, std::string> implementations; ///< in the run, by instance, if known
};

/// Returns the inputs of runs that models of calls know.
std::set<std::string> modelled_inputs(const std::vector<fit::Model>& models);

/// Returns the input that `name` stands for: `max_level` for `mesh.max_level`, if no other input
/// ends so; else `name`.
std::string full_name(const std::set<std::string>& inputs, const std::string& name);

/// Returns the interval that holds the time of one run with probability `level`; runs of the same
/// inputs are assumed to vary by 5 %.
base::Range interval_of(const MeasuredRun& run, double level);

class RunScaler {
public:
    /// Reads the inputs of the run and of its calls.
    RunScaler(MeasuredRun run, ScalingModels models, rundir::ReadOutcome& outcome);

    const MeasuredRun& run() const { return run_; }
    /// Returns the numbers among the inputs of the run.
    const std::map<std::string, double>& inputs() const { return inputs_; }
    /// Returns the recorded inputs of the calls of each node.
    const std::vector<std::vector<InputGroup>>& recorded() const { return of_nodes_; }

    /// Multiplies the calls of each node by the ratio of its model of `calls` for these inputs and
    /// for those of the run, the numbers that the calls recorded by the ratios of `mean NAME`, and
    /// its own time by the ratio of the times that its models predict for the calls. Work of at
    /// most small_share of the run may lack models, and stays as it is. Throws base::Error for
    /// more, and for inputs that no model or not the run knows.
    MeasuredRun at(const std::map<std::string, double>& inputs) const;

private:
    MeasuredRun run_;
    ScalingModels models_;
    std::map<std::string, double> inputs_;
    std::vector<std::vector<InputGroup>> of_nodes_; // inputs of the calls
};

} // namespace proxima::select
