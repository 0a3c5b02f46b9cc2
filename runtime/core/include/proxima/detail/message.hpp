/// \file
/// What the runtime says to its user: one line on standard error. Not for users.
#pragma once

#include <proxima/detail/export.hpp>

#include <string_view>

namespace proxima::detail {

// Writes "proxima: TEXT" as one line, if descriptor 2 still is the standard error that the process
// was started with. Does not use the application's streams, and raises no signal.
PROXIMA_API void say(std::string_view text) noexcept;

// What keeps one process of a job from recording mostly keeps all of them: only one speaks of it at
// once, the others when the job ends. All of them do from the start.
void speak_for_job(bool speaks) noexcept;
// Says what has gone wrong, as the first of its kind in this process, if it may.
void say_failure(std::string_view text) noexcept;
bool may_speak() noexcept;

} // namespace proxima::detail
