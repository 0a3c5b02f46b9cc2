// Costs of runs, and successive halving (Jamieson and Talwalkar 2016): repetitions are spent on
// what may still be the best.
#pragma once

#include <proxima/study/runs.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace proxima::study {

// Names in the formula of a cost: `seconds`, `ranks`, the factors and the results.
std::vector<std::string> names_in_costs(const Study& study);

class Costs {
public:
    // `directory` is that of the study.
    Costs(const Study& study, const Plan& plan, std::filesystem::path directory)
        : study_(study), plan_(plan), directory_(std::move(directory)) {}

    // Microseconds of the busiest rank, as predictions, or a million times the cost of the study's
    // formula. Throws base::Error if the formula has no value.
    double of(const FinishedRun& run);

    // True unless a repetition would be of a combination that is behind: the first repetition runs
    // all, each further one the better half at each point, two at least. Those within 5 % of the
    // last of them count as equal. Studies that models or qualities decide run all.
    bool may_decide(const PlannedRun& planned, const std::vector<FinishedRun>& finished);

private:
    const Study& study_;
    const Plan& plan_;
    std::filesystem::path directory_;
    std::map<std::string, double> known_; // by directory of the run
};

} // namespace proxima::study
