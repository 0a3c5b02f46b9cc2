// The nodes of all call trees by their names in Query.
#pragma once

#include "timer.hpp"

#include <proxima/detail/snapshot.hpp>
#include <proxima/measurement/query.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace proxima::measuring {

struct TimerValues {
    std::uint64_t calls = 0;
    std::uint64_t child_calls = 0;
    std::vector<double> inclusive; // by counter
    std::vector<double> exclusive;

    void add(const TimerValues& other);
};

// A timer on a thread.
struct TimerRow {
    std::string name;
    std::string bare_name; // without the type; empty if it has none, or ran in a phase
    std::optional<std::uint64_t> thread; // none: all together
    TimerValues values;
};

class Profile {
public:
    // The present moment. Throws std::bad_alloc.
    Profile();

    const std::vector<measurement::ActiveTimer>& active() const noexcept { return active_; }
    const std::vector<std::uint64_t>& threads() const noexcept { return threads_; }
    std::vector<std::string> names() const;
    // Zeros if there is none.
    TimerValues find(const std::string& name, std::optional<std::uint64_t> thread) const;

private:
    void add_thread(const detail::ThreadSnapshot& thread);
    void add_routines();

    std::vector<std::string> counters_;
    std::vector<TimerRow> rows_;
    std::vector<measurement::ActiveTimer> active_;
    std::vector<std::uint64_t> threads_;
};

// "WALL_CLOCK", then those of the run.
std::vector<std::string> names_of_counters();

// Constant once it has been asked for, so that times never decrease.
double microseconds_per_tick();

// 1e-3 for counters in nanoseconds, else 1.
double scale_of_counter(const std::string& name);

// All events, also by call path: "bytes : main => solve".
std::map<std::string, detail::EventValues> event_values();

std::unique_ptr<measurement::Query> make_query();

} // namespace proxima::measuring
