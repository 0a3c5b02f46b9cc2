// The sums of records as text.
#pragma once

#include "records/record_statistics.hpp"
#include "text/output.hpp"

namespace proxima::cli {

/// A line for each instance and method, for people.
void write_statistics_table(const RecordStatistics& statistics, Output& output);

/// A JSON object a line; times in nanoseconds.
void write_statistics_json_lines(const RecordStatistics& statistics, Output& output);

} // namespace proxima::cli
