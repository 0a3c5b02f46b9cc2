#include "exchange/record_writer.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace proxima::exchange {
namespace {

class RecordPrinter final : public rundir::RecordVisitor {
public:
    RecordPrinter(LineWriter& writer, const MethodTest& is_wanted,
                  const rundir::ProgressListener& report)
        : writer_(writer), is_wanted_(is_wanted), report_(report) {}

    void begin_thread(const rundir::Thread&) override {
        wanted_.clear();
        writer_.begin_thread();
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        while (wanted_.size() < thread.call_paths.size()) {
            const auto& path = thread.call_paths[wanted_.size()];
            wanted_.push_back(is_wanted_(path.instance, thread.method(path)));
        }
        for (const auto* record = first; record != first + count; ++record) {
            if (wanted_[record->call_path]) {
                writer_.write(thread, *record);
            }
        }
    }

    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override {
        report_(bytes_read, bytes_total);
    }

private:
    LineWriter& writer_;
    const MethodTest& is_wanted_;
    const rundir::ProgressListener& report_;
    std::vector<bool> wanted_; // for each call path of the thread
};

} // namespace

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

void RecordIdentities::make(const rundir::Thread& thread, std::size_t call_path) {
    if (bytes_ > most_bytes) {
        begin_thread();
    }
    texts_.resize(std::max(texts_.size(), thread.call_paths.size()));
    const auto& path = thread.call_paths[call_path];
    const auto& method = thread.method(path);
    fmt::memory_buffer text;
    for (const auto& [name, value] :
         {std::pair{"instance", path.instance}, std::pair{"port", method.port},
          std::pair{"method", rundir::display_name(method, all_)},
          std::pair{"callpath", call_path_text(thread, call_path, all_)}}) {
        text.append(format_.before(name));
        format_.append_text(text, value);
    }
    texts_[call_path] = fmt::to_string(text);
    bytes_ += text.size();
}

void ValueFormat::append(fmt::memory_buffer& out, const rundir::Record& record,
                         const rundir::RecordedParameter& parameter) const {
    using rundir::ParameterType;
    const auto append_integer = [&out](auto value) {
        const fmt::format_int digits(value);
        out.append(digits.data(), digits.data() + digits.size());
    };
    if (record.is_missing(parameter)) {
        return append_missing(out);
    }
    switch (parameter.type) {
    case ParameterType::integer:
        return append_integer(record.integer(parameter));
    case ParameterType::unsigned_integer:
        return append_integer(record.word(parameter));
    case ParameterType::real:
        return append_real(out, record.real(parameter));
    case ParameterType::boolean:
        return out.append(std::string_view(record.word(parameter) != 0 ? "true" : "false"));
    case ParameterType::enumeration: {
        const auto* name = parameter.constant_name(record.integer(parameter));
        return name != nullptr ? append_text(out, *name)
                               : append_integer(record.integer(parameter));
    }
    case ParameterType::text: {
        const auto value = record.text(parameter);
        return append_text(out, std::string(value.text) + (value.truncated ? "..." : ""));
    }
    case ParameterType::missing:
        break; // no parameter has it
    }
}

rundir::ReadOutcome write_records(const rundir::RunDirectory& run, LineWriter& writer,
                                  const MethodTest& is_wanted,
                                  const rundir::ProgressListener& progress) {
    RecordPrinter printer(writer, is_wanted, progress);
    return rundir::read_records(run, printer);
}

const std::vector<std::string> common_columns{"start_ns", "duration_ns", "communication_ns",
                                              "rank",     "thread",      "instance",
                                              "port",     "method",      "callpath"};

std::string column_name(const rundir::RecordedParameter& parameter) {
    const bool taken = std::find(common_columns.begin(), common_columns.end(), parameter.name) !=
                       common_columns.end();
    return taken ? "parameter." + parameter.name : parameter.name;
}

} // namespace proxima::exchange
