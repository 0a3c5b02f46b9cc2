// The values of all timers at one moment of each thread.
#pragma once

#include "../counters/counters.hpp"

#include <proxima/measurement/query.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::measuring {

// In the units that users see.
struct TimerValues {
    std::uint64_t calls = 0;
    std::uint64_t child_calls = 0;
    double inclusive[most_counters] = {};
    double exclusive[most_counters] = {};

    void add(const TimerValues& other) noexcept;
};

// What a row of a snapshot is about.
struct TimerRow {
    std::string name;      // as Query says it
    std::string bare_name; // without type, phase and parameters; empty if it has one of the latter
    std::string group;
    std::uint64_t thread = 0;
    TimerValues values;
};

struct Snapshot {
    std::vector<TimerRow> rows;
    std::vector<measurement::ActiveTimer> active;
    std::vector<std::uint64_t> threads; // that have started timers

    // By full name, or by the name alone. Nothing if it is not known.
    std::optional<TimerValues> find(const std::string& name,
                                    std::optional<std::uint64_t> thread) const;
    std::vector<std::string> names() const; // sorted, each once
};

Snapshot take_snapshot();

} // namespace proxima::measuring
