// All events of the process, by name.
#pragma once

#include "../live/live_values.hpp"
#include "event_values.hpp"

#include <proxima/lane.hpp>

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace proxima::measuring {

// An event. All threads count in it, one at a time. Lives as long as the process.
class EventRegister {
public:
    explicit EventRegister(std::string name) : name_(std::move(name)) {}
    EventRegister(const EventRegister&) = delete;
    EventRegister& operator=(const EventRegister&) = delete;
    ~EventRegister() = default;

    const std::string& name() const noexcept { return name_; }
    void add(double value);
    EventValues values() const;

    // What is triggered at an open node of the calling thread's; made if needed.
    EventRegister& at(const detail::Node* node);

    // Held over fork().
    std::mutex& mutex() noexcept { return mutex_; }
    void clear() noexcept;

private:
    void keep(QuantileSketch::Bucket& changed, std::int32_t key);
    std::uint64_t* live_bucket(std::int32_t key);

    std::string name_;
    mutable std::mutex mutex_;
    EventValues values_;
    LiveEvent* live_ = nullptr;                           // values_ where they outlive a kill
    std::map<std::int32_t, std::uint64_t*> live_buckets_; // by the first of their keys
    LiveEvent unkept_ = {};                               // where there is no room for that
    std::uint64_t unkept_bucket_ = 0;
    std::unordered_map<const detail::Node*, EventRegister*> by_node_; // nodes are never reused
};

class Events {
public:
    EventRegister& find_or_add(std::string_view name);
    // Null if it is not known.
    const EventRegister* find(std::string_view name);
    // Those that have been triggered, in the order of their names.
    std::vector<const EventRegister*> triggered();

    void before_fork();
    void after_fork(bool in_child);

private:
    std::mutex mutex_;
    std::map<std::string, EventRegister, std::less<>> events_;
};

Events& events() noexcept;

// Whether the run measures events now. Rules select them as proxima::measurement::Event::trigger.
bool events_are_measured() noexcept;

// "main => solve" of what the calling thread is in, from the innermost phase on, down to `node`.
std::string path_text(const detail::Node* node);

} // namespace proxima::measuring
