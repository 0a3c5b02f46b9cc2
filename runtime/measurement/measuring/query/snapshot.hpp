// The values of all timers at one moment of each thread.
#pragma once

#include "counters.hpp"

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

// By the clock's rate as it is known when the first one is taken, so that no value of a later one
// is less for another estimate.
Snapshot take_snapshot();
// By the given one.
Snapshot take_snapshot(double microseconds_per_tick);
// As well as can be told by now.
double best_microseconds_per_tick();

} // namespace proxima::measuring
