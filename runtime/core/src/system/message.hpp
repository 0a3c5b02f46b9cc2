// What the runtime says to its user: one line on standard error.
#pragma once

#include <string_view>

namespace proxima::detail {

// Writes "proxima: TEXT" as one line, unless the process was started without a standard error. Does
// not use the application's streams.
void say(std::string_view text) noexcept;

} // namespace proxima::detail
