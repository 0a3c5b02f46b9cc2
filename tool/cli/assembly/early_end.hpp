// What is said when a component ends the process instead of returning.
#pragma once

#include <string_view>

namespace proxima::cli {

/// What components are called for, as `file:line: error: subject`; empty: for nothing. If the
/// process ends meanwhile, the subject is said to have done it.
void set_subject_of_early_end(std::string_view subject);

/// From now on exit() is said. What the subject was called for has not been done: an exit status of
/// 0 becomes another.
void watch_exits();

/// From now on the signals of crashes are said. Who handled them until now does so afterwards.
/// `rank` says who is speaking; negative if the process is not one of several.
void watch_signals(int rank);

} // namespace proxima::cli
