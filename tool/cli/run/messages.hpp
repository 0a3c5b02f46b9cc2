// What `proxima` says besides its answers, and how it ends.
#pragma once

#include <proxima/rundir/record_reader.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::cli {

/// Exit statuses, as `proxima --help` documents them.
constexpr int status_ok = 0;
constexpr int status_bad_data = 1;
constexpr int status_usage = 2;

/// The command line asks for something that does not exist.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One line on standard error.
void say_error(std::string_view message);
/// The same for a message that begins with the place of the error: `FILE:LINE: error: ...`.
void say_located_error(std::string_view message);
void say_note(std::string_view message);

/// The line by which an error is said: errors of assemblies name their place themselves.
std::string error_line(const std::exception& error);

/// The line as it is, on standard error.
void say_line(std::string_view line);

/// Says what could not be read; the exit status that follows from it.
int say_problems(const rundir::ReadOutcome& outcome);

/// `; did you mean a, b or c?`, or nothing if there are no suggestions.
std::string did_you_mean(const std::vector<std::string>& suggestions);

} // namespace proxima::cli
