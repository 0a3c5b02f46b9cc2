// What outlives a kill: the values of timers and events, in files of the run directory that are
// mapped (see FORMAT.md). Each has a row, where its owner writes whatever changes.
#pragma once

#include "../events/event_values.hpp"
#include "counters.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::measuring {

struct Count {
    std::uint64_t inclusive = 0; // of outermost calls
    std::uint64_t exclusive = 0;
};

// Of a timer on one thread. There are as many counts as counters.
struct LiveTimer {
    std::uint64_t calls;
    std::uint64_t child_calls;
    Count counts[most_counters];
};

// Of the two statistics that is valid which the number of updates chooses, so that a value counts
// whole or not at all.
struct LiveEvent {
    std::uint64_t number;
    std::uint64_t updates;
    EventStatistics statistics[2];

    void update(const EventStatistics& now) noexcept {
        statistics[(updates + 1) % 2] = now;
        __atomic_store_n(&updates, updates + 1, __ATOMIC_RELEASE);
    }
};

class LiveValues {
public:
    // All return null if there is no room, or nothing is kept. They live until a fork.
    LiveTimer* add_timer(std::uint64_t thread, std::string_view name,
                         std::string_view group) noexcept;
    LiveEvent* add_event(std::string_view name) noexcept;
    // Counts of the 64 keys of its sketch from `first_key` on.
    std::uint64_t* add_buckets(const LiveEvent& event, std::int32_t first_key) noexcept;

    // Held over fork(). The child has none; who has a row there asks for another.
    std::mutex& mutex() noexcept { return mutex_; }
    void forget() noexcept;

private:
    struct Row;

    // The first word of a new row; null if there is none.
    std::uint64_t* add(const Row& row) noexcept;
    unsigned char* place_for(std::size_t size);
    bool begin_file(std::size_t least);
    std::uint64_t* write(const Row& row, unsigned char* place) noexcept;

    std::mutex mutex_;
    std::vector<std::pair<unsigned char*, std::size_t>> files_; // mappings
    std::size_t used_ = 0;                                      // of the last one
    std::uint64_t events_ = 0;
    bool has_no_room_ = false; // which is tried once
};

LiveValues& live_values() noexcept;

} // namespace proxima::measuring
