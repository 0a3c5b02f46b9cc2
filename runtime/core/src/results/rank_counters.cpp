#include "results/rank_counters.hpp"

#include <algorithm>
#include <utility>

namespace proxima::detail {

CounterRow counter_row(const std::vector<CounterInfo>& counters, const CounterValues& inclusive,
                       const CounterValues& exclusive) {
    constexpr double microseconds = 1e-3; // in nanoseconds
    CounterRow row;
    row.reserve(counters.size());
    for (std::size_t i = 0; i < counters.size(); ++i) {
        const double unit = counters[i].is_time ? microseconds : 1;
        row.push_back(
            {static_cast<double>(inclusive[i]) * unit, static_cast<double>(exclusive[i]) * unit});
    }
    return row;
}

void add(CounterRow& row, const CounterRow& other, const std::vector<std::size_t>& places) {
    for (std::size_t i = 0; i < other.size() && i < places.size(); ++i) {
        row.resize(std::max(row.size(), places[i] + 1));
        row[places[i]].inclusive += other[i].inclusive;
        row[places[i]].exclusive += other[i].exclusive;
    }
}

std::vector<std::size_t> join(std::vector<CounterInfo>& counters,
                              const std::vector<CounterInfo>& other) {
    std::vector<std::size_t> places;
    places.reserve(other.size());
    for (const CounterInfo& counter : other) {
        const auto found =
            std::find_if(counters.begin(), counters.end(),
                         [&](const CounterInfo& known) { return known.name == counter.name; });
        places.push_back(static_cast<std::size_t>(found - counters.begin()));
        if (found == counters.end()) {
            counters.push_back(counter);
        }
    }
    return places;
}

void put(format::Bytes& bytes, const std::vector<CounterInfo>& counters) {
    bytes.put(static_cast<std::uint64_t>(counters.size()));
    for (const CounterInfo& counter : counters) {
        bytes.put_string(counter.name).put(static_cast<std::uint8_t>(counter.is_time ? 1 : 0));
    }
}

void put(format::Bytes& bytes, const CounterRow& row) {
    bytes.put(static_cast<std::uint64_t>(row.size()));
    for (const CounterSums& sums : row) {
        bytes.put(sums);
    }
}

std::vector<CounterInfo> get_counters(format::ByteReader& bytes) {
    std::vector<CounterInfo> counters(bytes.get_count(sizeof(std::uint32_t) + 1));
    for (CounterInfo& counter : counters) {
        counter.name = bytes.get_string();
        counter.is_time = bytes.get<std::uint8_t>() != 0;
    }
    return counters;
}

CounterRow get_counter_row(format::ByteReader& bytes) {
    CounterRow row(bytes.get_count(sizeof(CounterSums)));
    for (CounterSums& sums : row) {
        bytes.get(sums);
    }
    return row;
}

} // namespace proxima::detail
