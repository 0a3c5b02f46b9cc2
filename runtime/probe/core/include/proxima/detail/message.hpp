// Messages of the runtime: one line on standard error. Not for users.
#pragma once

#include <proxima/detail/export.hpp>

#include <string_view>

namespace proxima::detail {

// Writes the line "proxima: TEXT", if descriptor 2 is still the standard error that the process
// started with. Raises no signal.
PROXIMA_API void say(std::string_view text) noexcept;

// True if this process prints what concerns all processes of its job.
PROXIMA_API bool may_speak() noexcept;

} // namespace proxima::detail
