// Messages of the processes of one job: an error usually hits all of them, so one of them prints
// it.
#pragma once

#include <proxima/detail/message.hpp>

#include <string_view>

namespace proxima::detail {

// Chooses whether this process prints messages for its job. It does unless told otherwise.
void speak_for_job(bool speaks) noexcept;

// Prints the first failure of this process, if it speaks for its job.
void say_failure(std::string_view text) noexcept;

} // namespace proxima::detail
