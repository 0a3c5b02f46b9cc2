#include "records/record_writer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace proxima::cli {
namespace {

using rundir::ParameterType;

void append(fmt::memory_buffer& out, std::string_view text) {
    out.append(text.data(), text.data() + text.size());
}

/// A field in quotes if it needs them.
void append_field(fmt::memory_buffer& out, std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        append(out, text);
        return;
    }
    out.push_back('"');
    for (const char c : text) {
        if (c == '"') {
            out.push_back('"');
        }
        out.push_back(c);
    }
    out.push_back('"');
}

template <typename Integer>
void append_integer(fmt::memory_buffer& out, Integer value) {
    const fmt::format_int digits(value);
    out.append(digits.data(), digits.data() + digits.size());
}

void append_value(fmt::memory_buffer& out, const rundir::Record& record,
                  const rundir::Parameter& parameter) {
    switch (parameter.type) {
    case ParameterType::integer:
        return append_integer(out, record.integer(parameter));
    case ParameterType::unsigned_integer:
        return append_integer(out, record.word(parameter));
    case ParameterType::real:
        fmt::format_to(fmt::appender(out), "{}", record.real(parameter));
        return;
    case ParameterType::boolean:
        return append(out, record.word(parameter) != 0 ? "true" : "false");
    case ParameterType::enumeration: {
        const auto* name = parameter.constant_name(record.integer(parameter));
        return name != nullptr ? append_field(out, *name)
                               : append_integer(out, record.integer(parameter));
    }
    case ParameterType::text: {
        const auto value = record.text(parameter);
        return append_field(out, std::string(value.text) + (value.truncated ? "..." : ""));
    }
    }
}

std::string identity(const rundir::Thread& thread, const rundir::CallPath& path,
                     const std::string& path_text, const std::vector<rundir::Method>& all) {
    const auto& method = thread.method(path);
    fmt::memory_buffer text;
    for (const auto& field :
         {path.instance, method.port, rundir::display_name(method, all), path_text}) {
        text.push_back(',');
        append_field(text, field);
    }
    return fmt::to_string(text);
}

class CsvWriter final : public RecordWriter {
public:
    CsvWriter(const std::vector<rundir::Method>& selected, const std::vector<rundir::Method>& all,
              Output& output)
        : output_(output),
          identities_(all, [all](const auto& thread, const auto& path, const auto& text) {
              return identity(thread, path, text, all);
          }) {
        for (const auto& method : selected) {
            for (const auto& parameter : method.parameters) {
                columns_.emplace(column_name(parameter), columns_.size());
            }
        }
        write_titles();
    }

    void begin_thread() override {
        identities_.begin_thread();
        slots_.clear();
    }

    void write(const rundir::Thread& thread, const rundir::Record& record) override {
        auto& out = output_.buffer();
        append_integer(out, std::llrint(record.start_ns));
        out.push_back(',');
        append_integer(out, std::llrint(record.duration_ns));
        out.push_back(',');
        append_integer(out, std::llrint(record.communication_ns));
        out.push_back(',');
        append_integer(out, thread.rank);
        out.push_back(',');
        append_integer(out, thread.number);
        append(out, identities_.of(thread, record.call_path));
        append_parameters(out, thread, record);
        out.push_back('\n');
        output_.flush_if_full();
    }

private:
    static constexpr std::size_t no_parameter = static_cast<std::size_t>(-1);

    void write_titles() {
        std::vector<std::string> titles(columns_.size());
        for (const auto& [name, position] : columns_) {
            titles[position] = name;
        }
        titles.insert(titles.begin(), common_columns.begin(), common_columns.end());
        for (std::size_t i = 0; i < titles.size(); ++i) {
            if (i > 0) {
                output_.write(",");
            }
            append_field(output_.buffer(), titles[i]);
        }
        output_.write("\n");
    }

    void append_parameters(fmt::memory_buffer& out, const rundir::Thread& thread,
                           const rundir::Record& record) {
        const auto method = thread.call_paths[record.call_path].method;
        if (method >= slots_.size()) {
            follow_definitions(thread);
        }
        for (const auto parameter : slots_[method]) {
            out.push_back(',');
            if (parameter != no_parameter) {
                append_value(out, record, thread.methods[method].parameters[parameter]);
            }
        }
    }

    /// Finds for each method which of its parameters goes into which column.
    void follow_definitions(const rundir::Thread& thread) {
        for (auto method = slots_.size(); method < thread.methods.size(); ++method) {
            std::vector<std::size_t> slots(columns_.size(), no_parameter);
            const auto& parameters = thread.methods[method].parameters;
            for (std::size_t i = 0; i < parameters.size(); ++i) {
                const auto column = columns_.find(column_name(parameters[i]));
                if (column != columns_.end()) {
                    slots[column->second] = i;
                }
            }
            slots_.push_back(std::move(slots));
        }
    }

    Output& output_;
    std::map<std::string, std::size_t> columns_; ///< position of each parameter name
    RecordIdentities identities_;
    std::vector<std::vector<std::size_t>>
        slots_; ///< for each method and column the parameter in it
};

} // namespace

std::unique_ptr<RecordWriter> csv_writer(const std::vector<rundir::Method>& selected,
                                         const std::vector<rundir::Method>& all, Output& output) {
    return std::make_unique<CsvWriter>(selected, all, output);
}

} // namespace proxima::cli
