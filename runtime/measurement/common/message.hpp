// What an implementation says to its user: one line on standard error.
#pragma once

#include <string_view>

namespace proxima::measurement {

// Writes the line, which ends it itself, unless the process was started without a standard error.
void say(std::string_view line) noexcept;

} // namespace proxima::measurement
