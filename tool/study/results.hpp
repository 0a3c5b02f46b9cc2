// Numbers that an application says of its own run.
#pragma once

#include "study.hpp"

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

/// The last lines of a text file, at most `most`, without control characters, long ones cut.
std::vector<std::string> last_lines(const std::filesystem::path& file, std::size_t most);

} // namespace proxima::study
