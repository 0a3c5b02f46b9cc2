// What timers read besides the wall clock.
#pragma once

#include "papi.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::measuring {

constexpr std::size_t most_counters = 16; // the wall clock among them

// The values of all counters at one moment, the wall clock first.
using Reading = std::uint64_t[most_counters];

// A counter that the system keeps.
struct SystemCounter {
    const char* name;
    std::uint64_t (*read)() noexcept;
    double scale;      // of what it reads, to what users see
    bool is_of_thread; // else of the process, and any thread can read it
};

// Which counters are read: chosen once, when the implementation starts.
class Counters {
public:
    // Chooses those that `names` name and that can be read here; returns why others cannot, a line
    // for each reason.
    std::vector<std::string> choose(const std::vector<std::string>& names);

    // With the wall clock.
    std::size_t count() const noexcept { return names_.size(); }
    const std::vector<std::string>& names() const noexcept { return names_; }
    // From what is read to what users see; of the wall clock it depends on the run.
    double scale(std::size_t counter) const noexcept;
    bool is_of_thread(std::size_t counter) const noexcept;

    // What a thread needs to read its own; made by the thread itself.
    int begin_thread() const { return papi_.begin_thread(); }
    void begin_child() const { papi_.begin_child(); }
    void end_thread(int events) const noexcept { papi_.end_thread(events); }

    // Reads all but the wall clock, on the thread that has begun with `events`.
    void read(int events, Reading& reading) const noexcept;
    // Reads those of the process.
    void read_shared(Reading& reading) const noexcept;

private:
    std::vector<std::string> names_{"WALL_CLOCK"};
    std::vector<const SystemCounter*> system_; // from 1 on
    Papi papi_;                                // the rest
};

Counters& counters() noexcept;

} // namespace proxima::measuring
