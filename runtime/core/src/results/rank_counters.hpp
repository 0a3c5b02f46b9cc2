// What the nodes of a rank, or of several, have counted besides time.
#pragma once

#include <proxima/detail/counter_source.hpp>
#include <proxima/format/bytes.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::detail {

// Of a node and a counter: times in microseconds.
struct CounterSums {
    double inclusive = 0;
    double exclusive = 0;
};

// Of all counters, in the order of their names; those that are missing at the end are 0.
using CounterRow = std::vector<CounterSums>;

CounterRow counter_row(const std::vector<CounterInfo>& counters, const CounterValues& inclusive,
                       const CounterValues& exclusive);
// Adds counter i of `other` to `places[i]`.
void add(CounterRow& row, const CounterRow& other, const std::vector<std::size_t>& places);

// Where each of `other` is in `counters`, to which those are added that it lacks: ranks may run on
// machines that differ in what can be counted.
std::vector<std::size_t> join(std::vector<CounterInfo>& counters,
                              const std::vector<CounterInfo>& other);

void put(format::Bytes& bytes, const std::vector<CounterInfo>& counters);
void put(format::Bytes& bytes, const CounterRow& row);
// Throw std::runtime_error.
std::vector<CounterInfo> get_counters(format::ByteReader& bytes);
CounterRow get_counter_row(format::ByteReader& bytes);

} // namespace proxima::detail
