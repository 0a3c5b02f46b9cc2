// Event and ContextEvent: values that are recorded as invocations without duration, and summed up
// beside that for Query.
#pragma once

#include "call_sites.hpp"

#include <proxima/detail/regions.hpp>
#include <proxima/measurement/event.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <map>
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
    double sum = 0;
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
    // Threads mostly find one of their own. A signal that interrupts one takes the next.
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
    // Null if there is no name.
    EventSums* find_or_add(std::string_view name);
    std::vector<const EventSums*> all();
    void begin_child() noexcept;

private:
    std::map<std::string, EventSums, std::less<>> events_; // with a Lock
};

Events& events() noexcept;

// Counts and records a value of the event with this name; with the call path, if that is wanted.
void trigger_event(std::atomic<EventSums*>& event, std::string_view name, double value,
                   bool by_path) noexcept;

// `Base` is Event or ContextEvent.
template <class Base>
class TriggeredEvent : public Base {
public:
    explicit TriggeredEvent(std::string_view name) : name_(name) {}

    void set_name(std::string_view name) noexcept final {
        try {
            name_ = name;
            event_.store(nullptr, std::memory_order_release);
        } catch (const std::exception&) { // keeps the name it had
        }
    }
    std::string name() const final { return name_; }

protected:
    void trigger_by(double value, bool by_path) noexcept {
        trigger_event(event_, name_, value, by_path);
    }

private:
    std::string name_;
    std::atomic<EventSums*> event_{nullptr};
};

class MeasuringEvent final : public TriggeredEvent<measurement::Event> {
public:
    using TriggeredEvent::TriggeredEvent;
    void trigger(double value) noexcept override { trigger_by(value, false); }
};

class MeasuringContextEvent final : public TriggeredEvent<measurement::ContextEvent> {
public:
    using TriggeredEvent::TriggeredEvent;
    void trigger(double value) noexcept override {
        if (enabled_.load(std::memory_order_relaxed)) {
            trigger_by(value, true);
        }
    }
    void enable() noexcept override { enabled_.store(true, std::memory_order_relaxed); }
    void disable() noexcept override { enabled_.store(false, std::memory_order_relaxed); }

private:
    std::atomic<bool> enabled_{true};
};

} // namespace proxima::measuring
