// Parsing the command line of `proxima`.
#pragma once

#include "text/output.hpp"

#include <any>
#include <functional>
#include <string>
#include <variant>

namespace proxima::cli {

// A verb, ready to run.
struct Verb {
    std::any options; // such as ReportOptions

    // Writes the answer and returns the exit status: 0, or 1 if not everything could be read; a
    // message has been given then. Throws base::Error and UsageError.
    std::function<int(text::Output&)> run;
};

// The request of the command line: a command, or only text to show (help or version).
using Request = std::variant<Verb, std::string>;

// Throws UsageError with a one-line message.
Request parse_command_line(int argument_count, const char* const* arguments);

} // namespace proxima::cli
