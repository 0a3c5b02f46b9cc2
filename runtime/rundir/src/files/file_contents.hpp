// Reading a whole file into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace proxima::rundir {

/// Throws Error for what has no size: a directory, a pipe, a device.
std::uint64_t size_of_file(const std::filesystem::path& file);

/// The bytes of `file`. Throws Error if it cannot be read, or has more than `most_bytes`: a file
/// with holes may be larger than any disk.
std::string read_file(const std::filesystem::path& file, std::uint64_t most_bytes);

/// The bytes of a file that may have hundreds of megabytes. It is mapped: copying it into memory
/// that must be cleared first takes a third as long as taking it apart. Not for files that are
/// written in place, as cutting one that is mapped ends the process.
class LargeText {
public:
    /// Throws Error as read_file() does.
    LargeText(const std::filesystem::path& file, std::uint64_t most_bytes);
    ~LargeText();
    LargeText(const LargeText&) = delete;
    LargeText& operator=(const LargeText&) = delete;

    const char* begin() const { return mapped_ == nullptr ? copy_.data() : mapped_; }
    const char* end() const { return begin() + size_; }

private:
    const char* mapped_ = nullptr;
    std::size_t size_ = 0;
    std::string copy_; ///< of a file that cannot be mapped
};

} // namespace proxima::rundir
