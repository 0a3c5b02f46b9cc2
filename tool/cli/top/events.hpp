// What runtime/online has written about a run: attention.json and decisions.json.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::cli {

/// A line each, the newest last; none where there are no such files.
std::vector<std::string> newest_events(const std::filesystem::path& run,
                                       std::vector<std::string>& problems);

} // namespace proxima::cli
