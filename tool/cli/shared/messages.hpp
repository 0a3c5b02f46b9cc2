// Messages and exit statuses of `proxima`.
#pragma once

#include <proxima/rundir/record_reader.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::cli {

// Exit statuses, as `proxima --help` documents them.
constexpr int status_ok = 0;
constexpr int status_bad_data = 1;
constexpr int status_usage = 2;

// The command line asks for something that does not exist.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Prints `proxima: error: MESSAGE` to standard error; a message that begins with its place,
// `FILE:LINE: error: ...`, unchanged.
void say_error(std::string_view message);
void say_note(std::string_view message);
void say_line(std::string_view line); // without a prefix

void say_warnings(const std::vector<std::string>& warnings); // notes

// Prints what could not be read; returns the exit status.
int say_problems(const std::vector<std::string>& problems);
int say_problems(const rundir::ReadOutcome& outcome);

} // namespace proxima::cli
