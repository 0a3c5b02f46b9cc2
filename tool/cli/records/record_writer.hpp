// Records as lines of text.
#pragma once

#include "text/output.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <memory>
#include <string>
#include <vector>

namespace proxima::cli {

class RecordWriter {
public:
    RecordWriter() = default;
    RecordWriter(const RecordWriter&) = delete;
    RecordWriter& operator=(const RecordWriter&) = delete;
    virtual ~RecordWriter() = default;

    /// Numbers of methods and call paths mean something else from now on.
    virtual void begin_thread() = 0;

    virtual void write(const rundir::Thread& thread, const rundir::Record& record) = 0;
};

/// Comma-separated values (RFC 4180) with a title line and one column for each parameter name of
/// `selected`. Only records of `selected` may be written; `all` are the methods of the run.
std::unique_ptr<RecordWriter> csv_writer(const std::vector<rundir::Method>& selected,
                                         const std::vector<rundir::Method>& all, Output& output);

/// One JSON object a line.
std::unique_ptr<RecordWriter> json_lines_writer(const std::vector<rundir::Method>& all,
                                                Output& output);

/// The columns that every record has, in their order.
extern const std::vector<std::string> common_columns;

/// The name of a parameter's column: its own, unless that is one of the common columns.
std::string column_name(const rundir::Parameter& parameter);

} // namespace proxima::cli
