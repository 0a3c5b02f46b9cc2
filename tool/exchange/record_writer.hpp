// Records as lines of text.
#pragma once

#include "exchange/timeline.hpp"
#include "text/output.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::exchange {

class LineWriter {
public:
    LineWriter() = default;
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;
    virtual ~LineWriter() = default;

    // Begins a thread, in which the numbers of methods and call paths have other meanings.
    virtual void begin_thread() = 0;

    virtual void write(const rundir::Thread& thread, const rundir::Record& record) = 0;
};

// `driver.go;flux.compute`: from the outermost call to this one. A `;` in a name becomes `:`.
std::string call_path_text(const rundir::Thread& thread, std::size_t call_path,
                           const std::vector<rundir::RecordedMethod>& all);

// Formats the values of a line.
class ValueFormat {
public:
    ValueFormat() = default;
    ValueFormat(const ValueFormat&) = delete;
    ValueFormat& operator=(const ValueFormat&) = delete;
    virtual ~ValueFormat() = default;

    virtual void append_text(fmt::memory_buffer& out, std::string_view text) const = 0;
    virtual void append_real(fmt::memory_buffer& out, double value) const = 0;
    virtual void append_missing(fmt::memory_buffer& out) const = 0;
    // Text in front of a value, with the separator: `,` or `,"n":`.
    virtual std::string before(const std::string& name) const = 0;

    // Appends the value of a parameter by its type.
    void append(fmt::memory_buffer& out, const rundir::Record& record,
                const rundir::RecordedParameter& parameter) const;
};

class JsonFormat final : public ValueFormat {
public:
    void append_text(fmt::memory_buffer& out, std::string_view text) const override;
    void append_real(fmt::memory_buffer& out, double value) const override;
    void append_missing(fmt::memory_buffer& out) const override;
    std::string before(const std::string& name) const override;
};

// Caches for each call path of a thread the values that identify the method. They hold the names
// of all callers, so that those of many deep call paths are made again.
class RecordIdentities {
public:
    static constexpr std::size_t most_bytes = 16'000'000;

    RecordIdentities(const std::vector<rundir::RecordedMethod>& all, const ValueFormat& format)
        : all_(all), format_(format) {}

    void begin_thread() {
        texts_.clear();
        bytes_ = 0;
    }

    const std::string& of(const rundir::Thread& thread, std::size_t call_path) {
        if (call_path >= texts_.size() || texts_[call_path].empty()) {
            make(thread, call_path);
        }
        return texts_[call_path];
    }

private:
    void make(const rundir::Thread& thread, std::size_t call_path);

    std::vector<rundir::RecordedMethod> all_;
    const ValueFormat& format_;
    std::vector<std::string> texts_;
    std::size_t bytes_ = 0; // of all texts
};

// Comma-separated values (RFC 4180) with a title line and one column for each parameter name of
// `selected`. Only records of `selected` may be written; `all` are the methods of the run.
std::unique_ptr<LineWriter> csv_writer(const std::vector<rundir::RecordedMethod>& selected,
                                       const std::vector<rundir::RecordedMethod>& all,
                                       text::Output& output);

// Writes one JSON object a line.
std::unique_ptr<LineWriter> json_lines_writer(const std::vector<rundir::RecordedMethod>& all,
                                              text::Output& output);

// True if a method of an instance is wanted.
using MethodTest = std::function<bool(const std::string& instance, const rundir::RecordedMethod&)>;

// Writes the records of the methods that are wanted.
rundir::ReadOutcome write_records(const rundir::RunDirectory& run, LineWriter& writer,
                                  const MethodTest& is_wanted,
                                  const rundir::ProgressListener& progress);

// The columns that every record has, in their order.
extern const std::vector<std::string> common_columns;

// The name of a parameter's column: its own, unless that is one of the common columns.
std::string column_name(const rundir::RecordedParameter& parameter);

} // namespace proxima::exchange
