// What is thrown when a knowledge base cannot be opened, read or added to.
// Thread-safety: as std::runtime_error.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace proxima::knowledge {

/// what() is one line: `FILE: error: WHAT, AND WHAT TO DO`. The base is as it was.
class Error : public std::runtime_error {
public:
    Error(const std::filesystem::path& file, const std::string& problem)
        : std::runtime_error(file.string() + ": error: " + problem) {}
};

} // namespace proxima::knowledge
