// Reads the numbers that an application reports.
//
//     const auto study = study::read_study("study.json");
//     const auto results = study::results_of(study.results, "runs/n=10", "output.txt");
//
// Errors: results_of() throws NoResult.
#pragma once

#include <proxima/study/study.hpp>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace proxima::study {

/// A run did not report a wanted result; what() names it.
class NoResult : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads the results of a run that worked in `directory` and wrote to `output` there. Throws
/// NoResult.
std::map<std::string, double> results_of(const std::vector<Result>& wanted,
                                         const std::filesystem::path& directory,
                                         const std::string& output);

} // namespace proxima::study
