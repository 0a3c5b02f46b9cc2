// The parts of live sources: monitors in running processes, asked by HTTP for /state, and events of
// runs.
#pragma once

#include <proxima/live/source.hpp>

#include <filesystem>
#include <vector>

namespace proxima::live {

// True for `unix:FILE` and `HOST:PORT`.
bool is_address(const std::string& target);
// Reads what a monitor answers; `address` is for messages.
LiveSample parse_state(const std::filesystem::path& address, std::string text);
std::unique_ptr<LiveSource> make_monitor_source(const std::string& address,
                                                const std::filesystem::path& token);

// The newest events of attention.json and decisions.json in a run directory, one line each, the
// newest last; none without these files.
std::vector<std::string> newest_events(const std::filesystem::path& run,
                                       std::vector<std::string>& problems);

} // namespace proxima::live
