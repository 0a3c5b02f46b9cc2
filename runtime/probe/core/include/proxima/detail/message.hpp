// Messages of the runtime: one line on standard error. Not for users.
#pragma once

#include <proxima/detail/export.hpp>

#include <string_view>

namespace proxima::detail {

// Writes the line "proxima: TEXT", if descriptor 2 is still the standard error that the process
// started with. Raises no signal.
PROXIMA_API void say(std::string_view text) noexcept;

// An error usually hits every process of a job, so only one of them prints it.
void speak_for_job(bool speaks) noexcept;
// Prints the first failure of this process, if it speaks for its job.
void say_failure(std::string_view text) noexcept;
bool may_speak() noexcept;

} // namespace proxima::detail
