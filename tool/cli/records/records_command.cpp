#include "commands.hpp"
#include "records/method_selection.hpp"
#include "records/record_statistics.hpp"
#include "records/record_writer.hpp"
#include "records/statistics_writers.hpp"
#include "run/messages.hpp"
#include "run/missing_records.hpp"
#include "run/open_run.hpp"
#include "run/progress.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/record_reader.hpp>

namespace proxima::cli {
namespace {

/// Writes the records of the selected methods.
class RecordPrinter : public rundir::RecordVisitor {
public:
    RecordPrinter(const MethodSelection& selection, RecordWriter& writer)
        : selection_(selection), writer_(writer) {}

    void begin_thread(const rundir::Thread&) override {
        selected_.clear();
        writer_.begin_thread();
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        for (auto method = selected_.size(); method < thread.methods.size(); ++method) {
            selected_.push_back(selection_.has(thread.methods[method]));
        }
        for (const auto* record = first; record != first + count; ++record) {
            if (selected_[thread.call_paths[record->call_path].method]) {
                writer_.write(thread, *record);
            }
        }
    }

    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override {
        progress_.show(bytes_read, bytes_total);
    }

private:
    const MethodSelection& selection_;
    RecordWriter& writer_;
    std::vector<bool> selected_; ///< for each method of the thread
    Progress progress_{"records"};
};

void require_records(const rundir::RunDirectory& run) {
    if (run.thread_files().empty()) {
        throw rundir::Error(run.records_directory(), "holds no records: " + why_no_records(run));
    }
}

int write_statistics(const rundir::RunDirectory& run, const MethodSelection& selection,
                     const std::vector<rundir::Method>& methods, RecordsFormat format,
                     Output& output) {
    RecordStatistics statistics(selection, methods);
    const auto outcome = rundir::read_records(run, statistics);
    format == RecordsFormat::json_lines ? write_statistics_json_lines(statistics, output)
                                        : write_statistics_table(statistics, output);
    output.flush();
    return say_problems(outcome);
}

} // namespace

int run_records(const RecordsOptions& options, Output& output) {
    const auto run = open_run(options.run);
    require_records(run);
    const auto methods = rundir::recorded_methods(run);
    const MethodSelection selection(options.methods, methods);
    if (options.statistics) {
        return write_statistics(run, selection, methods, options.format, output);
    }
    const auto writer = options.format == RecordsFormat::csv
                            ? csv_writer(selection.methods(), methods, output)
                            : json_lines_writer(methods, output);
    RecordPrinter printer(selection, *writer);
    const auto outcome = rundir::read_records(run, printer);
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
