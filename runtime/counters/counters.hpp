// What invocations and timers read besides the wall clock.
#pragma once

#include "papi.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::measuring {

#define PROXIMA_COUNTERS_API __attribute__((visibility("default")))

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

// Which counters are read: chosen once, when the run starts.
class PROXIMA_COUNTERS_API Counters {
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

    // By each who reads the counters of the calling thread, before and after: PAPI counts a thread
    // once, whoever reads it. Both that begin return what is to be said, mostly nothing.
    std::string begin_thread() const;
    void end_thread() const noexcept;
    // In the child of a fork, on its thread: what had begun there is as before, but for PAPI.
    std::string begin_child() const;

    // Reads all but the wall clock, on a thread that has begun.
    void read(Reading& reading) const noexcept;
    // Reads those of the process.
    void read_shared(Reading& reading) const noexcept;

private:
    std::vector<std::string> names_{"WALL_CLOCK"};
    std::vector<const SystemCounter*> system_; // from 1 on
    Papi papi_;                                // the rest
};

PROXIMA_COUNTERS_API Counters& counters() noexcept;

} // namespace proxima::measuring
