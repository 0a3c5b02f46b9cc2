// The names of the directories that are open, by their descriptors.
#pragma once

#include <filesystem>

namespace proxima::base {

// Thread-safe.
void hold_name(int descriptor, const std::filesystem::path& name);
void forget_name(int descriptor) noexcept;

// The directory of an open descriptor as a path.
std::filesystem::path place_of(int descriptor);

} // namespace proxima::base
