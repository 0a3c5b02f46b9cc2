#include "exchange/record_writer.hpp"
#include "text/csv_text.hpp"
#include "text/json_text.hpp"

#include <cmath>
#include <map>
#include <string_view>

namespace proxima::exchange {
namespace {

class CsvFormat final : public ValueFormat {
public:
    void append_text(fmt::memory_buffer& out, std::string_view text) const override {
        text::append_csv_field(out, text::utf8_text(text));
    }
    void append_real(fmt::memory_buffer& out, double value) const override {
        fmt::format_to(fmt::appender(out), "{}", value);
    }
    void append_missing(fmt::memory_buffer&) const override {} // an empty field
    std::string before(const std::string&) const override { return ","; }
};

class CsvWriter final : public LineWriter {
public:
    CsvWriter(const std::vector<rundir::RecordedMethod>& selected,
              const std::vector<rundir::RecordedMethod>& all, text::Output& output)
        : output_(output), identities_(all, format_) {
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
        fmt::format_to(fmt::appender(out), "{},{},{},{},{}", std::llrint(record.start_ns),
                       std::llrint(record.duration_ns), std::llrint(record.communication_ns),
                       thread.rank, thread.number);
        out.append(identities_.of(thread, record.call_path));
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
            text::append_csv_field(output_.buffer(), text::utf8_text(titles[i]));
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
                format_.append(out, record, thread.methods[method].parameters[parameter]);
            }
        }
    }

    // Finds for each method which of its parameters goes into which column.
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

    text::Output& output_;
    CsvFormat format_;
    std::map<std::string, std::size_t> columns_; // position of each parameter name
    RecordIdentities identities_;
    std::vector<std::vector<std::size_t>> slots_; // by method and column: the parameter
};

} // namespace

std::unique_ptr<LineWriter> csv_writer(const std::vector<rundir::RecordedMethod>& selected,
                                       const std::vector<rundir::RecordedMethod>& all,
                                       text::Output& output) {
    return std::make_unique<CsvWriter>(selected, all, output);
}

} // namespace proxima::exchange
