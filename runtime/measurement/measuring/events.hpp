// Events: values that are recorded as invocations without duration, and summed up beside that for
// Query.
#pragma once

#include "call_sites.hpp"

#include <proxima/detail/regions.hpp>
#include <proxima/measurement/event.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace proxima::measuring {

// What is known of the values of an event.
struct EventValues {
    std::uint64_t samples = 0;
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    double sum_squares = 0;
    // Of squares around the mean, which loses no digits as the plain sum does.
    double mean = 0;
    double spread = 0;

    void add(double value) noexcept;
    void merge(const EventValues& other) noexcept;
    double deviation() const noexcept; // of the population
};

// All events of one name. Lives as long as the process.
class EventSums {
public:
    using ByNode = std::unordered_map<const detail::Node*, EventValues>;

    explicit EventSums(CallSite& site) : site_(&site) {}

    const CallSite& site() const noexcept { return *site_; }
    // At an open node of the calling thread's, too, unless it is null. Throws std::bad_alloc.
    void add(double value, const detail::Node* node);
    EventValues values() const;
    ByNode by_node() const;
    // In the child of a fork, whose other threads are gone.
    void begin_child() noexcept;

private:
    // Threads mostly find one of their own.
    struct alignas(64) Shard {
        std::atomic_flag taken = ATOMIC_FLAG_INIT;
        EventValues values;
        ByNode by_node;
    };

    template <class Action>
    void each(Action&& action) const;

    CallSite* site_;
    mutable std::array<Shard, 8> shards_;
};

// All of the process, by name. Thread-safe; throws std::bad_alloc.
class Events {
public:
    EventSums& find_or_add(std::string_view name);
    std::vector<const EventSums*> all();
    void begin_child() noexcept;

private:
    std::map<std::string, EventSums, std::less<>> events_; // with a Lock
};

Events& events() noexcept;

// The event of this name; also by call path, if that is wanted. Throws std::bad_alloc.
std::unique_ptr<measurement::Event> make_event(std::string_view name, bool by_path);

// What malloc has given out and not got back; what can still be obtained. Bytes.
std::uint64_t heap_in_use() noexcept;
std::uint64_t memory_headroom() noexcept;

std::unique_ptr<measurement::MemoryTracker> make_tracker(std::string_view event,
                                                         std::uint64_t (*bytes)() noexcept);

} // namespace proxima::measuring
