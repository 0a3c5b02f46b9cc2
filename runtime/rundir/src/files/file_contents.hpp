// Reading a whole file into memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace proxima::rundir {

/// The size of a regular file. Throws Error if there is none, or if it has more than `most_bytes`:
/// a file with holes may be larger than any disk.
std::uint64_t checked_size(const std::filesystem::path& file, std::uint64_t most_bytes);

/// The bytes of `file`. Throws Error if it cannot be read, or has more than `most_bytes`.
std::string read_file(const std::filesystem::path& file, std::uint64_t most_bytes);

} // namespace proxima::rundir
