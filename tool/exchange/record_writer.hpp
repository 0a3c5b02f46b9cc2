// Writes records as lines of text.
#pragma once

#include "text/output.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <functional>
#include <string>
#include <vector>

namespace proxima::exchange {

// Comma-separated values (RFC 4180) with a title line, or one JSON object a line.
enum class RecordsFormat { csv, json_lines };

// True if a method of an instance is wanted.
using MethodTest = std::function<bool(const std::string& instance, const rundir::RecordedMethod&)>;

// Writes the records of the methods that are wanted. CSV has a column for each parameter name of
// `selected`, which contains these methods.
rundir::ReadOutcome write_records(const rundir::RunDirectory& run, RecordsFormat format,
                                  const std::vector<rundir::RecordedMethod>& selected,
                                  const MethodTest& is_wanted, text::Output& output,
                                  const rundir::ProgressListener& progress);

// Text in front of a value, with the separator: `,` or `,"n":`.
std::string before_value(RecordsFormat format, const std::string& name);

// Appends the value of a parameter by its type.
void append_value(RecordsFormat format, fmt::memory_buffer& out, const rundir::Record& record,
                  const rundir::RecordedParameter& parameter);

} // namespace proxima::exchange
