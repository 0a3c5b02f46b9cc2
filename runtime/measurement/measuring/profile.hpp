// The nodes of all call trees by the names that Query gives them.
#pragma once

#include "events.hpp"

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
    // Of this moment. Throws std::bad_alloc.
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

// As known when it is first asked for, so that what is said never goes back.
double microseconds_per_tick();

// Of what the runtime counts: to microseconds where that is a time; else, and of parameters, 1.
double scale_of_counter(const std::string& name);

// All events that have been triggered, also by call path: "bytes : main => solve".
std::map<std::string, detail::EventValues> event_values();

std::unique_ptr<measurement::Query> make_query();

} // namespace proxima::measuring
