#include "records/record_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::cli {

void DurationStatistics::merge(const DurationStatistics& other) {
    if (other.count_ == 0) {
        return;
    }
    if (count_ == 0) {
        *this = other;
        return;
    }
    const double shift = other.first_ - first_;
    const auto n = static_cast<double>(other.count_);
    squares_ += other.squares_ + 2 * shift * other.distance_ + n * shift * shift;
    distance_ += other.distance_ + n * shift;
    minimum_ = std::min(minimum_, other.minimum_);
    maximum_ = std::max(maximum_, other.maximum_);
    count_ += other.count_;
}

double DurationStatistics::deviation() const {
    const auto n = static_cast<double>(count_);
    const double distance = distance_ / n;
    return std::sqrt(std::max(squares_ / n - distance * distance, 0.0));
}

void RecordStatistics::begin_lane(const rundir::Lane&) {
    of_path_.clear();
}

void RecordStatistics::records(const rundir::Lane& lane, const rundir::Record* first,
                               std::size_t count) {
    of_path_.resize(lane.call_paths.size());
    for (const auto* record = first; record != first + count; ++record) {
        of_path_[record->call_path].add(record->duration_ns);
    }
}

void RecordStatistics::end_lane(const rundir::Lane& lane) {
    for (std::size_t i = 0; i < of_path_.size(); ++i) {
        const auto& path = lane.call_paths[i];
        const auto& method = lane.method(path);
        if (of_path_[i].count() != 0 && selection_.has(method)) {
            const auto name = method.port + "::" + rundir::display_name(method, all_);
            totals_[{path.instance, name}].merge(of_path_[i]);
        }
    }
}

} // namespace proxima::cli
