// Messages for a component that ends the process instead of returning.
#pragma once

#include <string_view>

namespace proxima::cli {

// Names the reason why components are called, `file:line: error: subject`; empty: none are called.
// If the process ends meanwhile, the message names the subject as the cause.
void set_subject_of_early_end(std::string_view subject);

// Reports exit() from now on. The subject did not finish, so an exit status of 0 becomes another.
void watch_exits();

// Reports the signals of crashes from now on, then calls the previous handlers.
// `rank` is part of the message; negative if the process is the only one.
void watch_signals(int rank);

} // namespace proxima::cli
