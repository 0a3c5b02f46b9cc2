// Reading a whole file into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace proxima::rundir {

/// The bytes of `file`. Throws Error if it cannot be read, or has more than `most_bytes`: a file
/// with holes may be larger than any disk.
std::string read_file(const std::filesystem::path& file, std::uint64_t most_bytes);

/// The bytes of a file; not a string, which would be filled with zeros first.
struct LargeText {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
};

/// The same for files of hundreds of megabytes.
LargeText read_large_file(const std::filesystem::path& file, std::uint64_t most_bytes);

} // namespace proxima::rundir
