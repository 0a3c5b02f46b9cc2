#include "call_graph/lane_counters.hpp"

#include <algorithm>

namespace proxima::rundir {
namespace {

std::size_t find_or_add(const Parameter& column, std::vector<Counter>& counters) {
    const auto found = std::find_if(counters.begin(), counters.end(), [&](const Counter& counter) {
        return counter.name == column.name;
    });
    const auto index = static_cast<std::size_t>(found - counters.begin());
    if (found == counters.end()) {
        counters.push_back({column.name, column.counter == CounterUnit::nanoseconds});
    }
    return index;
}

} // namespace

void LaneCounters::add_path(const Method& method, std::vector<Counter>& counters) {
    constexpr double microseconds = 1e-3; // in nanoseconds
    auto& columns = of_paths_.emplace_back();
    for (const auto& column : method.parameters) {
        if (column.is_counter()) {
            columns.push_back({column.first_word, find_or_add(column, counters),
                               column.counter == CounterUnit::nanoseconds ? microseconds : 1});
        }
    }
}

const std::vector<double>& LaneCounters::read(const Record& record) {
    values_.clear();
    for (const auto& column : of_paths_[record.call_path]) {
        values_.resize(std::max(values_.size(), column.counter + 1));
        values_[column.counter] = static_cast<double>(record.parameters[column.word]) * column.unit;
    }
    return values_;
}

} // namespace proxima::rundir
