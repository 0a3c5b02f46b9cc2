// Reads the numbers that an application reports.
//
//     const auto study = study::read_study("study.json");
//     const auto results = study::results_of(study.results, "runs/n=10", "output.txt");
//
// Errors: results_of() throws base::Error, which names the result that is missing.
#pragma once

#include <proxima/study/study.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace proxima::study {

/// Reads the results of a run that worked in `directory` and wrote to `output` there. Throws
/// base::Error.
std::map<std::string, double> results_of(const std::vector<Result>& wanted,
                                         const std::filesystem::path& directory,
                                         const std::string& output);

} // namespace proxima::study
