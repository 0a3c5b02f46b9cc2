// Directories of runs. Errors are returned as errno values, 0 for none.
#pragma once

#include <string>

namespace proxima::detail {

// Makes a directory that must not exist.
int make_directory(const std::string& path) noexcept;

// Makes the directory `path` with `records` in it, and its parents. One that is there is taken if
// it is empty; else `path-2`, `path-3` and so on are tried. Sets `made` to the absolute path.
int make_run_directory(const std::string& path, std::string& made);

} // namespace proxima::detail
