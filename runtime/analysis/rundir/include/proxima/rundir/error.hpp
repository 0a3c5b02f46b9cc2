// The exception of this library.
#pragma once

#include <proxima/base/error.hpp>

#include <cstdint>
#include <string>

namespace proxima::rundir {

/// A file of a run directory is missing, unreadable, corrupt or of an unknown format.
using base::Error;

inline Error error_at_byte(const std::filesystem::path& file, std::uint64_t offset,
                           const std::string& problem) {
    return {file, "byte " + std::to_string(offset) + ": " + problem};
}

} // namespace proxima::rundir
