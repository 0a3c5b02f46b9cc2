#include "records/record_statistics.hpp"

namespace proxima::cli {

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

/// These have all invocations; of the records only the number matters.
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
        if (of_path_[i].calls() != 0 && selection_.has(method)) {
            const auto name = method.port + "::" + rundir::display_name(method, all_);
            auto& total = totals_[{path.instance, name}];
            total.durations.merge(of_path_[i]);
            total.records += records_[i];
            sampled_ = sampled_ || records_[i] < of_path_[i].calls();
        }
    }
}

} // namespace proxima::cli
