// What every function of this library throws when a run directory cannot be understood.
// Thread-safety: as std::runtime_error.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace proxima::rundir {

/// A file of a run directory is missing, unreadable, corrupt or of a format that is not known.
/// what() is one line: `FILE: PROBLEM` or `FILE: byte OFFSET: PROBLEM`.
class Error : public std::runtime_error {
public:
    Error(const std::filesystem::path& file, const std::string& problem)
        : std::runtime_error(file.string() + ": " + problem) {}

    Error(const std::filesystem::path& file, std::uint64_t offset, const std::string& problem)
        : std::runtime_error(file.string() + ": byte " + std::to_string(offset) + ": " + problem) {}
};

} // namespace proxima::rundir
