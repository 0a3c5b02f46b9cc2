// What is thrown when a file of models or of measurements cannot be understood.
// Thread-safety: as std::runtime_error.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace proxima::model {

/// what() is one line: `FILE:LINE: error: WHAT, AND WHAT TO DO`, or without the line where none
/// is to blame.
class Error : public std::runtime_error {
public:
    Error(const std::filesystem::path& file, const std::string& problem)
        : std::runtime_error(file.string() + ": error: " + problem) {}

    Error(const std::filesystem::path& file, std::size_t line, const std::string& problem)
        : std::runtime_error(file.string() + ":" + std::to_string(line) + ": error: " + problem) {}
};

} // namespace proxima::model
