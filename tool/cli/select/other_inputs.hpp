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

    // Selects for inputs between those of the runs and the wanted ones, too, and returns where the
    // choice changes.
    std::vector<ChangedChoice> changes(const select::SelectionSettings& settings) const;

private:
    std::vector<select::MeasuredRun> runs_at(const std::map<std::string, double>& values) const;
    std::map<std::string, std::string> choice_at(const std::string& name, double value,
                                                 const select::SelectionSettings& settings) const;

    const select::SelectionProblem& problem_;
    std::map<std::string, double> values_;
    std::list<select::RunScaler> scalers_;
};

} // namespace proxima::cli
