// Events of runs, as lines for people.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::live {

// The newest events of attention.json and decisions.json in a run directory, one line each, the
// newest last; none without these files.
std::vector<std::string> newest_events(const std::filesystem::path& run,
                                       std::vector<std::string>& problems);

} // namespace proxima::live
