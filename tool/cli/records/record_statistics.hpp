// The records of a run, summed up per instance and method.
#pragma once

#include "records/method_selection.hpp"
#include "run/progress.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

/// Of inclusive times, in nanoseconds. The deviation is that of the population; squares are of the
/// distance from the first duration, which keeps them exact where the deviation is small against
/// the mean.
class DurationStatistics {
public:
    void add(double duration) {
        if (count_++ == 0) {
            first_ = minimum_ = maximum_ = duration;
        }
        const double distance = duration - first_;
        distance_ += distance;
        squares_ += distance * distance;
        minimum_ = duration < minimum_ ? duration : minimum_;
        maximum_ = duration > maximum_ ? duration : maximum_;
    }
    void merge(const DurationStatistics& other);

    std::uint64_t count() const { return count_; }
    double sum() const { return first_ * static_cast<double>(count_) + distance_; }
    double mean() const { return sum() / static_cast<double>(count_); }
    double minimum() const { return minimum_; }
    double maximum() const { return maximum_; }
    double deviation() const;

private:
    std::uint64_t count_ = 0;
    double first_ = 0;
    double distance_ = 0;
    double squares_ = 0;
    double minimum_ = 0;
    double maximum_ = 0;
};

/// Sums up the selected methods, one pass, in memory that grows with the call paths only.
class RecordStatistics : public rundir::RecordVisitor {
public:
    struct Key {
        std::string instance;
        std::string method; ///< qualified, with parameter types if it is overloaded
        auto operator<=>(const Key&) const = default;
    };

    RecordStatistics(const MethodSelection& selection, const std::vector<rundir::Method>& all)
        : selection_(selection), all_(all) {}

    void begin_lane(const rundir::Lane& lane) override;
    void end_lane(const rundir::Lane& lane) override;
    void records(const rundir::Lane& lane, const rundir::Record* first, std::size_t count) override;
    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override {
        progress_.show(bytes_read, bytes_total);
    }

    const std::map<Key, DurationStatistics>& totals() const { return totals_; }

private:
    const MethodSelection& selection_;
    const std::vector<rundir::Method>& all_;
    std::vector<DurationStatistics> of_path_; ///< of the lane being read
    std::map<Key, DurationStatistics> totals_;
    Progress progress_{"records"};
};

} // namespace proxima::cli
