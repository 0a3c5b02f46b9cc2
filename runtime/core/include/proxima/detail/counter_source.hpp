// What libproxima_counters offers to libproxima, which loads it where counters are asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::detail {

constexpr std::size_t most_call_counters = 15;

// The values of all counters at one moment, or what they differ by; as many as there are counters.
using CounterValues = std::array<std::uint64_t, most_call_counters>;

struct CounterInfo {
    std::string name;
    bool is_time = false; // in nanoseconds, else a count
};

// What is read besides the clock whenever an invocation begins or ends.
struct CounterFacts {
    std::vector<CounterInfo> counters; // those that can be read here
    double read_ns = 0;                // to read all of them once, nanoseconds
    std::vector<std::string> messages; // why others cannot
};

class CounterSource {
public:
    CounterSource() = default;
    CounterSource(const CounterSource&) = delete;
    CounterSource& operator=(const CounterSource&) = delete;
    virtual ~CounterSource() = default;

    // Chooses among those that `names` name; once.
    virtual CounterFacts choose(const std::vector<std::string>& names) = 0;

    // On the thread whose counters are read, before the first of its readings and after the last.
    // Both return what is to be said: why some cannot be counted; mostly nothing.
    virtual std::string begin_thread() = 0;
    virtual void end_thread() noexcept = 0;
    // In the child of a fork, on its thread.
    virtual std::string begin_child() = 0;

    virtual void read(CounterValues& values) const noexcept = 0;
};

// The one function of the library, which returns the source; it lives as long as the process.
using GetCounterSource = CounterSource* (*)();
constexpr const char* counter_source_function = "proxima_counter_source_1";

} // namespace proxima::detail
