// Records as lines of text.
#pragma once

#include "text/output.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <cstddef>
#include <functional>
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

/// `driver.go;flux.compute`: from the outermost call to this one. A `;` in a name becomes `:`.
std::string call_path_text(const rundir::Thread& thread, std::size_t call_path,
                           const std::vector<rundir::Method>& all);

/// Remembers a text for each call path of a thread.
class RecordIdentities {
public:
    using Maker = std::function<std::string(const rundir::Thread&, const rundir::CallPath&,
                                            const std::string& path)>;

    RecordIdentities(const std::vector<rundir::Method>& all, Maker make)
        : all_(all), make_(std::move(make)) {}

    void begin_thread() { texts_.clear(); }

    const std::string& of(const rundir::Thread& thread, std::size_t call_path) {
        if (call_path >= texts_.size() || texts_[call_path].empty()) {
            make(thread, call_path);
        }
        return texts_[call_path];
    }

private:
    void make(const rundir::Thread& thread, std::size_t call_path);

    std::vector<rundir::Method> all_;
    Maker make_;
    std::vector<std::string> texts_;
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
