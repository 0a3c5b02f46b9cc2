// The best assembly for inputs that were not run, and where the choice changes on the way to them.
//
//     #include <proxima/fit/model_file.hpp>
//     const select::SelectionProblem problem = select::read_selection("selection.json");
//     rundir::RunDirectory run = rundir::RunDirectory::open("run1");
//     rundir::CallGraph graph = rundir::load_call_graph(run.call_graph_file());
//     rundir::ReadOutcome outcome;
//     std::vector<std::string> warnings;
//     const select::OtherInputs at_level_5({select::measured_run(run, graph)}, problem,
//                                          {{"mesh.max_level", 5}}, outcome);
//     for (const auto& change : at_level_5.changes({}, warnings)) {
//         std::cout << "from " << change.input << " = " << change.from << " on\n";
//     }
//
// Ownership: an OtherInputs refers to the problem.
// Thread safety: one thread at a time uses the same problem.
// Errors: base::Error names what has no model.
#pragma once

#include <proxima/rundir/record_reader.hpp>
#include <proxima/select/scaled_run.hpp>
#include <proxima/select/selection.hpp>

#include <list>
#include <map>
#include <string>
#include <vector>

namespace proxima::select {

/// A value of an input from which on another assembly is the fastest.
struct ChangedChoice {
    std::string input;
    double from = 0;
    std::map<std::string, std::string> classes; ///< by instance
};

/// Runs of one assembly with the inputs that are nearest to wanted ones.
class OtherInputs {
public:
    /// Takes those of `runs` whose classes are the measured ones of `problem`. Throws base::Error.
    OtherInputs(const std::vector<MeasuredRun>& runs, const SelectionProblem& problem,
                const std::map<std::string, double>& values, rundir::ReadOutcome& outcome);

    std::vector<MeasuredRun> runs() const { return runs_at(values_); }

    /// Selects for inputs between those of the runs and the wanted ones, too, and returns where
    /// another choice becomes the fastest by more than runs differ. All of it takes no longer than
    /// one selection may. Inputs without a proven answer are told in `warnings`.
    std::vector<ChangedChoice> changes(const SelectionSettings& settings,
                                       std::vector<std::string>& warnings) const;

private:
    std::vector<MeasuredRun> runs_at(const std::map<std::string, double>& values) const;
    SelectionAnswer answer_at(const std::string& name, double value,
                              const SelectionSettings& settings) const;
    // True if the best assembly is faster than any with the classes `before`.
    bool is_faster_than(const std::map<std::string, std::string>& before,
                        const SelectionAnswer& answer) const;

    const SelectionProblem& problem_;
    std::map<std::string, double> values_;
    std::list<RunScaler> scalers_;
};

} // namespace proxima::select
