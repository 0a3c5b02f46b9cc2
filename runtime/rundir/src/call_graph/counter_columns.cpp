#include "call_graph/counter_columns.hpp"

#include <algorithm>
#include <utility>

namespace proxima::rundir {
namespace {

constexpr std::string_view suffix = " (inc)";

/// `PAGE_FAULTS` of `PAGE_FAULTS (inc)`; empty if that is no inclusive metric.
std::string_view name_of_inclusive(std::string_view metric) {
    const bool is_inclusive =
        metric.size() > suffix.size() && metric.substr(metric.size() - suffix.size()) == suffix;
    return is_inclusive ? metric.substr(0, metric.size() - suffix.size()) : std::string_view();
}

} // namespace

void CounterColumns::name_counter(JsonCursor& json, const std::filesystem::path& file) {
    if (json.peek() != '{') {
        json.skip();
        throw Error(file, "an entry of `counters` is not an object");
    }
    Counter counter;
    json.object([&](std::string_view key) {
        if (key == "name") {
            counter.name = read_optional_text(json);
        } else if (key == "unit") {
            counter.is_time = read_optional_text(json) == "us";
        } else {
            json.skip();
        }
    });
    if (counter.name.empty()) {
        throw Error(file, "an entry of `counters` has no `name`");
    }
    counters_.push_back(std::move(counter));
}

void CounterColumns::take(JsonCursor& json, std::string_view key) {
    if (metrics_in_row_ == metrics_.size()) {
        metrics_.emplace_back();
    }
    metrics_[metrics_in_row_++] = {key, read_maybe_number(json)};
}

const CounterColumns::Metric* CounterColumns::find(std::string_view name) const {
    const auto end = metrics_.begin() + static_cast<std::ptrdiff_t>(metrics_in_row_);
    const auto found = std::find_if(metrics_.begin(), end,
                                    [&](const Metric& metric) { return metric.name == name; });
    return found == end ? nullptr : &*found;
}

void CounterColumns::end_row(const RowName& row, std::vector<CounterSums>& counted) {
    for (std::size_t i = 0; i < metrics_in_row_; ++i) {
        const auto& inclusive = metrics_[i];
        const auto name = name_of_inclusive(inclusive.name);
        if (name.empty()) {
            continue;
        }
        const auto* const exclusive = find(name);
        if (exclusive == nullptr) {
            row.refuse(name, "is missing");
        }
        auto column = columns_.find(name);
        if (column == columns_.end()) {
            column = columns_.emplace(name, columns_.size()).first;
        }
        counted.resize(std::max(counted.size(), column->second + 1));
        counted[column->second] = {checked_time(inclusive.value, row, inclusive.name),
                                   checked_time(exclusive->value, row, exclusive->name)};
    }
}

std::vector<CounterSums> CounterColumns::ordered(const std::vector<CounterSums>& counted) const {
    std::vector<CounterSums> sums;
    for (const auto& counter : counters_) {
        const auto column = columns_.find(counter.name);
        const bool is_counted = column != columns_.end() && column->second < counted.size();
        sums.push_back(is_counted ? counted[column->second] : CounterSums());
    }
    return sums;
}

} // namespace proxima::rundir
