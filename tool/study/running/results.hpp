// Numbers that an application says of its own run.
#pragma once

#include "study/description/study.hpp"

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace proxima::study {

/// A run has not said what it was to say; what() is the reason.
class NoResult : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads the results of a run that worked in `directory`. Throws NoResult.
std::map<std::string, double> results_of(const std::vector<Result>& wanted,
                                         const std::filesystem::path& directory,
                                         const std::filesystem::path& output);

} // namespace proxima::study
