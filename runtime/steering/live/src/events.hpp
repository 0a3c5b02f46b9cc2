// The newest events of a run, from attention.json and decisions.json.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::live {

// One line each, the newest last; none without these files.
std::vector<std::string> newest_events(const std::filesystem::path& run,
                                       std::vector<std::string>& problems);

} // namespace proxima::live
