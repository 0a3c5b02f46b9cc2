// Sums of the records of a run, per instance and method.
#pragma once

#include "shared/method_selection.hpp"
#include "shared/progress.hpp"
#include "text/output.hpp"

#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

/// Sums up the selected methods, one pass, in memory that grows with the call paths only.
class RecordStatistics : public rundir::RecordVisitor {
public:
    struct Key {
        std::string instance;
        std::string method; ///< qualified, with parameter types if it is overloaded
        auto operator<=>(const Key&) const = default;
    };

    struct Total {
        rundir::Durations durations; ///< of all calls, as far as is known
        std::uint64_t records = 0;   ///< that are in the files
    };

    RecordStatistics(const MethodSelection& selection, const std::vector<rundir::Method>& all)
        : selection_(selection), all_(all) {}

    void begin_thread(const rundir::Thread& thread) override;
    void end_thread(const rundir::Thread& thread) override;
    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override;
    void statistics(const rundir::Thread& thread, const rundir::BinStatistics* first,
                    std::size_t count) override;
    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override {
        progress_.show(bytes_read, bytes_total);
    }

    const std::map<Key, Total>& totals() const { return totals_; }
    /// Whether there are calls that are not recorded.
    bool sampled() const { return sampled_; }

private:
    void count_records(const rundir::Thread& thread);

    const MethodSelection& selection_;
    const std::vector<rundir::Method>& all_;
    std::vector<rundir::Durations> of_path_; ///< of the thread being read
    std::vector<std::uint64_t> records_;     ///< the same
    std::map<Key, Total> totals_;
    bool sampled_ = false;
    Progress progress_{"records"};
};

/// A line for each instance and method, for people.
void write_statistics_table(const RecordStatistics& statistics, Output& output);

/// A JSON object a line; times in nanoseconds.
void write_statistics_json_lines(const RecordStatistics& statistics, Output& output);

} // namespace proxima::cli
