#include "exchange/record_writer.hpp"
#include "text/json_text.hpp"

#include <cmath>
#include <string_view>
#include <utility>

namespace proxima::exchange {

void JsonFormat::append_text(fmt::memory_buffer& out, std::string_view text) const {
    text::append_json_string(out, text);
}

void JsonFormat::append_real(fmt::memory_buffer& out, double value) const {
    text::append_json_number(out, value);
}

void JsonFormat::append_missing(fmt::memory_buffer& out) const {
    out.append(std::string_view("null"));
}

std::string JsonFormat::before(const std::string& name) const {
    fmt::memory_buffer key;
    key.push_back(',');
    text::append_json_string(key, name);
    key.push_back(':');
    return fmt::to_string(key);
}

namespace {

class JsonLinesWriter final : public LineWriter {
public:
    JsonLinesWriter(const std::vector<rundir::RecordedMethod>& all, text::Output& output)
        : output_(output), identities_(all, format_) {}

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
            format_.append(output_.buffer(), record, parameters[i]);
        }
        output_.write("}\n");
    }

private:
    void follow_definitions(const rundir::Thread& thread) {
        for (auto method = keys_.size(); method < thread.methods.size(); ++method) {
            std::vector<std::string> keys;
            for (const auto& parameter : thread.methods[method].parameters) {
                keys.push_back(format_.before(column_name(parameter)));
            }
            keys_.push_back(std::move(keys));
        }
    }

    text::Output& output_;
    JsonFormat format_;
    RecordIdentities identities_;
    std::vector<std::vector<std::string>> keys_; // for each method and parameter: `,"n":`
};

} // namespace

std::unique_ptr<LineWriter> json_lines_writer(const std::vector<rundir::RecordedMethod>& all,
                                              text::Output& output) {
    return std::make_unique<JsonLinesWriter>(all, output);
}

} // namespace proxima::exchange
