#include "kb/collected_rows.hpp"
#include "kb/kb_model_choice.hpp"
#include "kb/kb_verbs.hpp"
#include "recover/replaced_file.hpp"
#include "run/messages.hpp"
#include "text/json_text.hpp"

#include <proxima/model/model_file.hpp>
#include <proxima/rundir/error.hpp>

#include <array>
#include <cstdio>
#include <functional>
#include <memory>
#include <system_error>
#include <unistd.h>

namespace proxima::cli {
namespace {

using knowledge::KnowledgeBase;
using knowledge::Value;

/// The rows of a table, as they come.
class RowWriter : public knowledge::RowVisitor {
public:
    RowWriter(RowFormat format, Output& output) : format_(format), output_(output) {}

    void columns(const std::vector<std::string>& names) override {
        names_ = names;
        if (format_ == RowFormat::csv) {
            write_csv_line(names, output_);
        }
    }

    void row(const std::vector<Value>& cells) override {
        if (format_ == RowFormat::csv) {
            write_csv_line(cells, output_);
            return;
        }
        output_.write(is_first_ ? "\n" : ",\n");
        write_json_object(names_, cells, output_);
        is_first_ = false;
    }

private:
    RowFormat format_;
    Output& output_;
    std::vector<std::string> names_;
    bool is_first_ = true;
};

void write_json(const KnowledgeBase& base, Output& output) {
    output.write("{\"format\":1,\"tables\":{");
    bool is_first = true;
    for (const auto* table : KnowledgeBase::tables()) {
        output.print("{}\n\"{}\":[", is_first ? "" : ",", table);
        RowWriter writer(RowFormat::json, output);
        base.rows(table, writer);
        output.write("]");
        is_first = false;
    }
    output.write("}}\n");
}

void write_file(const std::filesystem::path& file, const std::function<void(Output&)>& write) {
    ReplacedFile replaced(file);
    Output output(replaced.descriptor(), file.string());
    write(output);
    output.flush();
    replaced.commit();
}

void write_csv_files(const KnowledgeBase& base, const std::filesystem::path& directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) {
        throw rundir::Error(directory, "cannot be made: " + error.message());
    }
    for (const auto* table : KnowledgeBase::tables()) {
        write_file(directory / (std::string(table) + ".csv"), [&](Output& output) {
            RowWriter writer(RowFormat::csv, output);
            base.rows(table, writer);
        });
    }
}

/// By way of a file, so that a reader who takes his time does not keep others from writing.
void write_json_by_a_file(const KnowledgeBase& base, Output& output) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
    if (!file) {
        throw OutputFailed("a temporary file cannot be made; name one by -o");
    }
    Output aside(::fileno(file.get()), "temporary file");
    write_json(base, aside);
    aside.flush();
    std::array<char, 65536> piece{};
    off_t at = 0;
    for (ssize_t size = 1; size > 0; at += size) {
        size = ::pread(::fileno(file.get()), piece.data(), piece.size(), at);
        output.write({piece.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))});
    }
}

int export_models(const KbOptions& options, Output& output) {
    std::vector<model::Model> models;
    for (const auto& stored : choose_models(options)) {
        models.push_back(stored.model);
    }
    if (models.empty()) {
        say_error("the base has no models of these; see proxima kb models without filters");
        return status_bad_data;
    }
    if (options.output.empty()) {
        output.write(model::models_text(models));
    } else {
        model::write_models(options.output, models);
    }
    return status_ok;
}

} // namespace

int run_kb_export(const KbOptions& options, Output& output) {
    if (options.models) {
        return export_models(options, output);
    }
    if (options.format == RowFormat::csv && options.output.empty()) {
        throw UsageError("--csv writes a file for each table; name their directory by -o");
    }
    const auto base = KnowledgeBase::open(chosen_base(options.base));
    if (options.format == RowFormat::csv) {
        write_csv_files(base, options.output);
    } else if (options.output.empty()) {
        write_json_by_a_file(base, output);
    } else {
        write_file(options.output, [&](Output& file) { write_json(base, file); });
    }
    return status_ok;
}

} // namespace proxima::cli
