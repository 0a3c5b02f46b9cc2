// Messages of the runtime: one line on standard error. Not for users.
#pragma once

#include <proxima/detail/export.hpp>

#include <string_view>

namespace proxima::detail {

// Writes the line "proxima: TEXT", if descriptor 2 is still the standard error that the process
// started with. Raises no signal.
PROXIMA_API void say(std::string_view text) noexcept;

} // namespace proxima::detail
