#include "records/record_writer.hpp"
#include "text/json_text.hpp"

#include <cmath>
#include <string_view>
#include <utility>

namespace proxima::cli {
namespace {

using rundir::ParameterType;

void append_value(fmt::memory_buffer& out, const rundir::Record& record,
                  const rundir::Parameter& parameter) {
    switch (parameter.type) {
    case ParameterType::integer:
        fmt::format_to(fmt::appender(out), "{}", record.integer(parameter));
        break;
    case ParameterType::unsigned_integer:
        fmt::format_to(fmt::appender(out), "{}", record.word(parameter));
        break;
    case ParameterType::real:
        append_json_number(out, record.real(parameter));
        break;
    case ParameterType::boolean:
        fmt::format_to(fmt::appender(out), "{}", record.word(parameter) != 0);
        break;
    case ParameterType::enumeration:
        if (const auto* name = parameter.constant_name(record.integer(parameter))) {
            append_json_string(out, *name);
        } else {
            fmt::format_to(fmt::appender(out), "{}", record.integer(parameter));
        }
        break;
    case ParameterType::text: {
        const auto value = record.text(parameter);
        append_json_string(out, std::string(value.text) + (value.truncated ? "..." : ""));
        break;
    }
    }
}

std::string identity(const rundir::Thread& thread, const rundir::CallPath& path,
                     const std::string& path_text, const std::vector<rundir::Method>& all) {
    const auto& method = thread.method(path);
    fmt::memory_buffer text;
    for (const auto& [key, value] :
         {std::pair{"instance", path.instance}, std::pair{"port", method.port},
          std::pair{"method", rundir::display_name(method, all)},
          std::pair{"callpath", path_text}}) {
        fmt::format_to(fmt::appender(text), ",\"{}\":", key);
        append_json_string(text, value);
    }
    return fmt::to_string(text);
}

class JsonLinesWriter final : public RecordWriter {
public:
    JsonLinesWriter(const std::vector<rundir::Method>& all, Output& output)
        : output_(output),
          identities_(all, [all](const auto& thread, const auto& path, const auto& text) {
              return identity(thread, path, text, all);
          }) {}

    void begin_thread() override {
        identities_.begin_thread();
        keys_.clear();
    }

    void write(const rundir::Thread& thread, const rundir::Record& record) override {
        output_.print("{{\"start_ns\":{},\"duration_ns\":{},\"communication_ns\":{},\"rank\":{},"
                      "\"thread\":{}",
                      std::llrint(record.start_ns), std::llrint(record.duration_ns),
                      std::llrint(record.communication_ns), thread.rank, thread.number);
        output_.write(identities_.of(thread, record.call_path));
        const auto method = thread.call_paths[record.call_path].method;
        follow_definitions(thread);
        const auto& parameters = thread.methods[method].parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            output_.write(keys_[method][i]);
            append_value(output_.buffer(), record, parameters[i]);
        }
        output_.write("}\n");
    }

private:
    void follow_definitions(const rundir::Thread& thread) {
        for (auto method = keys_.size(); method < thread.methods.size(); ++method) {
            std::vector<std::string> keys;
            for (const auto& parameter : thread.methods[method].parameters) {
                fmt::memory_buffer key;
                key.push_back(',');
                append_json_string(key, column_name(parameter));
                key.push_back(':');
                keys.push_back(fmt::to_string(key));
            }
            keys_.push_back(std::move(keys));
        }
    }

    Output& output_;
    RecordIdentities identities_;
    std::vector<std::vector<std::string>> keys_; ///< for each method and parameter: `,"n":`
};

} // namespace

std::unique_ptr<RecordWriter> json_lines_writer(const std::vector<rundir::Method>& all,
                                                Output& output) {
    return std::make_unique<JsonLinesWriter>(all, output);
}

} // namespace proxima::cli
