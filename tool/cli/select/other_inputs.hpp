// `proxima select --at`: the best assembly for inputs that were not run.
#pragma once

#include "shared/select_writers.hpp"

#include <proxima/rundir/record_reader.hpp>
#include <proxima/select/scaled_run.hpp>

#include <list>
#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

// Runs of one assembly with the inputs that are nearest to wanted ones.
class OtherInputs {
public:
    // Takes those of `runs` whose classes are the measured ones of `problem`. Throws base::Error.
    OtherInputs(const std::vector<select::MeasuredRun>& runs,
                const select::SelectionProblem& problem,
                const std::map<std::string, double>& values, rundir::ReadOutcome& outcome);

    std::vector<select::MeasuredRun> runs() const { return runs_at(values_); }

    // Selects for inputs between those of the runs and the wanted ones, too, and returns where
    // another choice becomes the fastest by more than runs differ. All of it takes no longer than
    // one selection may. Inputs without an answer are told in `warnings`.
    std::vector<ChangedChoice> changes(const select::SelectionSettings& settings,
                                       std::vector<std::string>& warnings) const;

private:
    std::vector<select::MeasuredRun> runs_at(const std::map<std::string, double>& values) const;
    select::SelectionAnswer answer_at(const std::string& name, double value,
                                      const select::SelectionSettings& settings) const;
    // True if the best assembly is faster than any with the classes `before`.
    bool is_faster_than(const std::map<std::string, std::string>& before,
                        const select::SelectionAnswer& answer) const;

    const select::SelectionProblem& problem_;
    std::map<std::string, double> values_;
    std::list<select::RunScaler> scalers_;
};

} // namespace proxima::cli
