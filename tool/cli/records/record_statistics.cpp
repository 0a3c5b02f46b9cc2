#include "records/record_statistics.hpp"

#include "text/json_text.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace proxima::cli {
namespace {

constexpr double us = 1e-3; // in nanoseconds

/// The column before the calls.
std::string recorded_share(const RecordStatistics::Total& total) {
    const auto calls = static_cast<double>(std::max<std::uint64_t>(total.durations.calls(), 1));
    return fmt::format("{:>8} ", human_share(static_cast<double>(total.records) / calls));
}

} // namespace

void RecordStatistics::begin_thread(const rundir::Thread&) {
    of_path_.clear();
    records_.clear();
}

void RecordStatistics::records(const rundir::Thread& thread, const rundir::Record* first,
                               std::size_t count) {
    of_path_.resize(thread.call_paths.size());
    for (const auto* record = first; record != first + count; ++record) {
        of_path_[record->call_path].add(record->duration_ns);
    }
}

/// Aggregated statistics cover all invocations; of the records only their number matters.
void RecordStatistics::statistics(const rundir::Thread& thread, const rundir::BinStatistics* first,
                                  std::size_t count) {
    count_records(thread);
    of_path_.assign(thread.call_paths.size(), {});
    for (const auto* bin = first; bin != first + count; ++bin) {
        of_path_[bin->call_path].merge(bin->durations);
    }
}

void RecordStatistics::count_records(const rundir::Thread& thread) {
    of_path_.resize(thread.call_paths.size());
    for (const auto& durations : of_path_) {
        records_.push_back(durations.calls());
    }
}

void RecordStatistics::end_thread(const rundir::Thread& thread) {
    if (records_.empty()) {
        count_records(thread);
    }
    for (std::size_t i = 0; i < of_path_.size(); ++i) {
        const auto& path = thread.call_paths[i];
        const auto& method = thread.method(path);
        if (of_path_[i].calls() != 0 && selection_.has(path.instance, method)) {
            const auto name = method.port + "::" + rundir::display_name(method, all_);
            auto& total = totals_[{path.instance, name}];
            total.durations.merge(of_path_[i]);
            total.records += records_[i];
            sampled_ = sampled_ || records_[i] < of_path_[i].calls();
        }
    }
}

void write_statistics_table(const RecordStatistics& statistics, Output& output) {
    const bool sampled = statistics.sampled();
    output.print("{}{:>8} {:>7} {:>7} {:>7} {:>7} {:>7}  {}\n", sampled ? "recorded " : "",
                 sampled ? "calls" : "records", "total", "min", "mean", "max", "dev",
                 "instance, method");
    for (const auto& [key, total] : statistics.totals()) {
        const auto& durations = total.durations;
        output.print("{}{:>8} {:>7} {:>7} {:>7} {:>7} {:>7}  {}, {}\n",
                     sampled ? recorded_share(total) : "", human_count(durations.calls()),
                     human_time(durations.total_ns() * us), human_time(durations.min_ns() * us),
                     human_time(durations.mean_ns() * us), human_time(durations.max_ns() * us),
                     human_time(durations.deviation_ns() * us), printable(key.instance),
                     printable(key.method));
    }
}

void write_statistics_json_lines(const RecordStatistics& statistics, Output& output) {
    for (const auto& [key, total] : statistics.totals()) {
        const auto& durations = total.durations;
        output.write(json_text({{"instance", key.instance},
                                {"method", key.method},
                                {"records", total.records},
                                {"calls", durations.calls()},
                                {"total_ns", durations.total_ns()},
                                {"min_ns", durations.min_ns()},
                                {"mean_ns", durations.mean_ns()},
                                {"max_ns", durations.max_ns()},
                                {"dev_ns", durations.deviation_ns()}}) +
                     "\n");
    }
}

} // namespace proxima::cli
