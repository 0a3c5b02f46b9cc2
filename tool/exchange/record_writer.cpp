#include "exchange/record_writer.hpp"

#include "text/csv_text.hpp"
#include "text/json_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>
#include <utility>

namespace proxima::exchange {
namespace {

// The columns that every record has.
constexpr std::array<std::string_view, 9> common_columns{
    "start_ns", "duration_ns", "communication_ns", "rank",    "thread",
    "instance", "port",        "method",           "callpath"};

// The name of a parameter's column: its own, unless that is one of the common columns.
std::string column_name(const rundir::RecordedParameter& parameter) {
    const bool is_taken = std::ranges::find(common_columns, parameter.name) != common_columns.end();
    return is_taken ? "parameter." + parameter.name : parameter.name;
}

void append_text(RecordsFormat format, fmt::memory_buffer& out, std::string_view value) {
    format == RecordsFormat::csv ? text::append_csv_field(out, text::utf8_text(value))
                                 : text::append_json_string(out, value);
}

void append_real(RecordsFormat format, fmt::memory_buffer& out, double value) {
    if (format == RecordsFormat::csv) {
        fmt::format_to(fmt::appender(out), "{}", value);
    } else {
        text::append_json_number(out, value);
    }
}

// `driver.go;flux.compute`: from the outermost call to this one. A `;` in a name becomes `:`.
std::string call_path_text(const rundir::Thread& thread, std::size_t call_path,
                           const std::vector<rundir::RecordedMethod>& all) {
    std::vector<std::string> names;
    for (auto path = call_path; path != rundir::CallPath::no_parent;
         path = thread.call_paths[path].parent) {
        const auto& step = thread.call_paths[path];
        names.push_back(step.instance + "." + rundir::display_name(thread.method(step), all));
    }
    std::string text;
    for (auto& name : std::views::reverse(names)) {
        std::replace(name.begin(), name.end(), ';', ':');
        text += (text.empty() ? "" : ";") + name;
    }
    return text;
}

class RecordWriter final : public rundir::RecordVisitor {
public:
    RecordWriter(const rundir::RunDirectory& run, RecordsFormat format,
                 const std::vector<rundir::RecordedMethod>& selected, const MethodTest& is_wanted,
                 text::Output& output, const rundir::ProgressListener& report)
        : format_(format), is_wanted_(is_wanted), output_(output), report_(report),
          methods_(rundir::recorded_methods(run)) {
        if (format_ == RecordsFormat::csv) {
            write_titles(selected);
        }
    }

    // In each thread the numbers of methods and call paths have other meanings.
    void begin_thread(const rundir::Thread&) override {
        wanted_.clear();
        fields_.clear();
        forget_identities();
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        while (wanted_.size() < thread.call_paths.size()) {
            const auto& path = thread.call_paths[wanted_.size()];
            wanted_.push_back(is_wanted_(path.instance, thread.method(path)));
        }
        while (fields_.size() < thread.methods.size()) {
            fields_.push_back(fields_of(thread.methods[fields_.size()]));
        }
        for (const auto* record = first; record != first + count; ++record) {
            if (wanted_[record->call_path]) {
                write(thread, *record);
            }
        }
    }

    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override {
        report_(bytes_read, bytes_total);
    }

private:
    // A column behind the common ones, or a member of the object.
    struct Field {
        std::string before;
        std::optional<std::size_t> parameter; // of the method; unset: the method has none
    };

    void write_titles(const std::vector<rundir::RecordedMethod>& selected) {
        for (const auto& method : selected) {
            for (const auto& parameter : method.parameters) {
                columns_.emplace(column_name(parameter), columns_.size());
            }
        }
        std::vector<std::string> titles(columns_.size());
        for (const auto& [name, position] : columns_) {
            titles[position] = name;
        }
        titles.insert(titles.begin(), common_columns.begin(), common_columns.end());
        for (const auto& title : titles) {
            output_.write(&title == titles.data() ? "" : ",");
            append_text(format_, output_.buffer(), title);
        }
        output_.write("\n");
    }

    std::vector<Field> fields_of(const rundir::RecordedMethod& method) const {
        std::vector<Field> fields(columns_.size(), {",", std::nullopt});
        for (std::size_t i = 0; i < method.parameters.size(); ++i) {
            const auto name = column_name(method.parameters[i]);
            if (format_ == RecordsFormat::json_lines) {
                fields.push_back({before_value(format_, name), i});
            } else if (const auto column = columns_.find(name); column != columns_.end()) {
                fields[column->second].parameter = i;
            }
        }
        return fields;
    }

    void write(const rundir::Thread& thread, const rundir::Record& record) {
        const bool is_csv = format_ == RecordsFormat::csv;
        auto& out = output_.buffer();
        fmt::format_to(fmt::appender(out),
                       is_csv ? fmt::runtime("{},{},{},{},{}")
                              : fmt::runtime("{{\"start_ns\":{},\"duration_ns\":{},"
                                             "\"communication_ns\":{},\"rank\":{},\"thread\":{}"),
                       std::llrint(record.start_ns), std::llrint(record.duration_ns),
                       std::llrint(record.communication_ns), thread.rank, thread.number);
        out.append(identity(thread, record.call_path));
        const auto method = thread.call_paths[record.call_path].method;
        for (const auto& [before, parameter] : fields_[method]) {
            out.append(before);
            if (parameter) {
                append_value(format_, out, record, thread.methods[method].parameters[*parameter]);
            }
        }
        out.append(std::string_view(is_csv ? "\n" : "}\n"));
        output_.flush_if_full();
    }

    // The values that identify the method. They hold the names of all callers, so that those of
    // many deep call paths are made again.
    const std::string& identity(const rundir::Thread& thread, std::size_t call_path) {
        constexpr std::size_t most_bytes = 16'000'000;
        if (call_path < identities_.size() && !identities_[call_path].empty()) {
            return identities_[call_path];
        }
        if (bytes_of_identities_ > most_bytes) {
            forget_identities();
        }
        identities_.resize(std::max(identities_.size(), thread.call_paths.size()));
        const auto& path = thread.call_paths[call_path];
        const auto& method = thread.method(path);
        fmt::memory_buffer text;
        for (const auto& [name, value] :
             {std::pair{"instance", path.instance}, std::pair{"port", method.port},
              std::pair{"method", rundir::display_name(method, methods_)},
              std::pair{"callpath", call_path_text(thread, call_path, methods_)}}) {
            text.append(before_value(format_, name));
            append_text(format_, text, value);
        }
        bytes_of_identities_ += text.size();
        return identities_[call_path] = fmt::to_string(text);
    }

    void forget_identities() {
        identities_.clear();
        bytes_of_identities_ = 0;
    }

    RecordsFormat format_;
    const MethodTest& is_wanted_;
    text::Output& output_;
    const rundir::ProgressListener& report_;
    std::vector<rundir::RecordedMethod> methods_;
    std::map<std::string, std::size_t> columns_; // position of each parameter name
    std::vector<bool> wanted_;                   // by call path
    std::vector<std::vector<Field>> fields_;     // by method
    std::vector<std::string> identities_;        // by call path
    std::size_t bytes_of_identities_ = 0;
};

} // namespace

std::string before_value(RecordsFormat format, const std::string& name) {
    fmt::memory_buffer text;
    text.push_back(',');
    if (format == RecordsFormat::json_lines) {
        text::append_json_string(text, name);
        text.push_back(':');
    }
    return fmt::to_string(text);
}

void append_value(RecordsFormat format, fmt::memory_buffer& out, const rundir::Record& record,
                  const rundir::RecordedParameter& parameter) {
    using rundir::ParameterType;
    const auto append_integer = [&out](auto value) {
        const fmt::format_int digits(value);
        out.append(digits.data(), digits.data() + digits.size());
    };
    if (record.is_missing(parameter)) {
        return out.append(std::string_view(format == RecordsFormat::csv ? "" : "null"));
    }
    switch (parameter.type) {
    case ParameterType::integer:
        return append_integer(record.integer(parameter));
    case ParameterType::unsigned_integer:
        return append_integer(record.word(parameter));
    case ParameterType::real:
        return append_real(format, out, record.real(parameter));
    case ParameterType::boolean:
        return out.append(std::string_view(record.word(parameter) != 0 ? "true" : "false"));
    case ParameterType::enumeration: {
        const auto* name = parameter.constant_name(record.integer(parameter));
        return name != nullptr ? append_text(format, out, *name)
                               : append_integer(record.integer(parameter));
    }
    case ParameterType::text: {
        const auto value = record.text(parameter);
        return append_text(format, out, std::string(value.text) + (value.truncated ? "..." : ""));
    }
    case ParameterType::missing:
        break; // no parameter has it
    }
}

rundir::ReadOutcome write_records(const rundir::RunDirectory& run, RecordsFormat format,
                                  const std::vector<rundir::RecordedMethod>& selected,
                                  const MethodTest& is_wanted, text::Output& output,
                                  const rundir::ProgressListener& progress) {
    RecordWriter writer(run, format, selected, is_wanted, output, progress);
    return rundir::read_records(run, writer);
}

} // namespace proxima::exchange
