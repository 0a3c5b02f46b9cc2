// Parsing the command line of `proxima`.
#pragma once

#include "commands.hpp"
#include "node/node_options.hpp"

#include <variant>

namespace proxima::cli {

using Command =
    std::variant<ReportOptions, RecordsOptions, CallGraphOptions, PruneOptions, SelectOptions,
                 RecoverOptions, RunVerbOptions, AssemblyOptions, FitOptions, KbOptions,
                 StudyOptions, ConvertOptions, DiffOptions, PredictOptions, AttributeOptions,
                 CalibrateOptions, ViewOptions, TopOptions, NodeOptions, NodesOptions>;

/// What the arguments ask for: a command, or only text to show (help or version).
using Request = std::variant<Command, std::string>;

/// Throws UsageError with a one-line message.
Request parse_command_line(int argument_count, const char* const* arguments);

} // namespace proxima::cli
