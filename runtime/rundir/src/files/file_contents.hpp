// Reading a whole file into memory.
#pragma once

#include <filesystem>
#include <string>

namespace proxima::rundir {

/// The bytes of `file`. Throws Error if it cannot be read.
std::string read_file(const std::filesystem::path& file);

} // namespace proxima::rundir
