// The text of a file that somebody named, whatever is behind the name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace proxima::json {

constexpr std::uintmax_t largest_text = std::uintmax_t{256} << 20;

/// what() is what is wrong with the file, and what to do, without its name.
class UnreadableText : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Of a file, or of a pipe that somebody has opened for writing (`<(...)` of a shell): never waits
/// for a writer. Throws UnreadableText for anything else, and for more than `largest_text` bytes.
std::string read_text_file(const std::filesystem::path& file);

} // namespace proxima::json
