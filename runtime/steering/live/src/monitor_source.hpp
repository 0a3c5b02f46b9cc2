// A monitor in a running process, asked by HTTP for /state.
#pragma once

#include <proxima/live/source.hpp>

namespace proxima::live {

// `unix:FILE`, `HOST:PORT`
bool is_address(const std::string& target);
std::unique_ptr<LiveSource> make_monitor_source(const std::string& address);

} // namespace proxima::live
