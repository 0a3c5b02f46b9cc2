// Files that are read, or replaced, as a whole.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace proxima::model {

/// Throws Error if there is no such file, it cannot be read or has more than 256 MiB.
std::string read_whole_file(const std::filesystem::path& file);

/// Writes a new file beside `file` and renames it. Throws Error, and then `file` is as it was.
void replace_file(const std::filesystem::path& file, std::string_view text);

} // namespace proxima::model
