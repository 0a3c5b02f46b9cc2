/// \file
/// Files that are there when they are complete, or not at all.
#pragma once

#include <functional>
#include <string>

namespace hydro {

/// `write(temporary)` makes a file beside `path`, which then takes its place. Throws
/// std::runtime_error, saying what failed.
void write_whole(const std::string& path,
                 const std::function<void(const std::string& temporary)>& write);

/// Why a file could not be written to `path`; empty if it could.
std::string why_not_writable(const std::string& path);

} // namespace hydro
