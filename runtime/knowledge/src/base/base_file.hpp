// Whether a file is a knowledge base, before SQLite may touch it.
#pragma once

#include <filesystem>

namespace proxima::knowledge {

/// Throws Error if the file is not there, or is no knowledge base of this version.
void check_base(const std::filesystem::path& file);

/// Makes an empty base, unless somebody else makes one at the same moment. The file is there as a
/// whole or not at all. Throws Error.
void create_base(const std::filesystem::path& file);

} // namespace proxima::knowledge
