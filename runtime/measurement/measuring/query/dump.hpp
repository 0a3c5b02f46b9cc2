// JSON files of what has been measured, in the run directory.
#pragma once

#include "snapshot.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace proxima::measuring {

// The texts, as they are described in the README.
std::string profile_json(const Snapshot& snapshot);
std::string timer_names_json(const Snapshot& snapshot);
// Of those named only, in the order of the names.
std::string timer_data_json(const Snapshot& snapshot, const std::vector<std::string>& names);
std::string events_json();

// Writes a file NAME.json into the run directory; a name that begins with a slash is a path by
// itself. Returns the path; empty if that was not possible, which is said.
std::string write_json(std::string_view name, const std::string& text);

// NAME-TIME, the time in UTC to the microsecond; later each time.
std::string with_time(std::string_view name);

} // namespace proxima::measuring
