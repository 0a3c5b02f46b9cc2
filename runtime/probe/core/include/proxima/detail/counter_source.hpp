// The interface of libproxima_counters, which libproxima loads when counters= asks for counters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::detail {

constexpr std::size_t most_call_counters = 15;

// Values or differences of all counters.
using CounterValues = std::array<std::uint64_t, most_call_counters>;

struct CounterInfo {
    std::string name;
    bool is_time = false; // true: nanoseconds; false: a count
};

// The counters that invocations read besides the clock.
struct CounterFacts {
    std::vector<CounterInfo> counters; // available counters
    std::vector<std::string> messages; // reasons why others are not available
};

class CounterSource {
public:
    CounterSource() = default;
    CounterSource(const CounterSource&) = delete;
    CounterSource& operator=(const CounterSource&) = delete;
    virtual ~CounterSource() = default;

    virtual CounterFacts choose(const std::vector<std::string>& names) = 0; // called once

    // Called on each thread before its first reading, and after its last. The text lists the
    // counters that the thread lacks.
    virtual std::string begin_thread() = 0;
    virtual void end_thread() noexcept = 0;
    // Called in the child of a fork; returns such a text.
    virtual std::string begin_child() = 0;

    virtual void read(CounterValues& values) const noexcept = 0;
};

// The library's function, which returns the source; it lives as long as the process.
using GetCounterSource = CounterSource* (*)();
constexpr const char* counter_source_function = "proxima_counter_source_2";

} // namespace proxima::detail
