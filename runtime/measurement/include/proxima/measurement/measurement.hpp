/// \file
/// The port that components are instrumented against: makes timers, events and the rest.
#pragma once

#include <proxima/measurement/control.hpp>
#include <proxima/measurement/event.hpp>
#include <proxima/measurement/memory_tracker.hpp>
#include <proxima/measurement/query.hpp>
#include <proxima/measurement/timer.hpp>

#include <memory>
#include <string_view>

namespace proxima::measurement {

/// Everything it creates belongs to the caller, is never null, and may be used for as long as the
/// process lives. Names can be left out and set later. Thread-safe. Throws nothing but
/// std::bad_alloc.
class Measurement {
public:
    Measurement() = default;
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;
    virtual ~Measurement() = default;

    virtual std::unique_ptr<Timer> create_timer(std::string_view name = {},
                                                std::string_view type = {},
                                                std::string_view group = default_group) = 0;
    virtual std::unique_ptr<Phase> create_phase(std::string_view name = {},
                                                std::string_view type = {},
                                                std::string_view group = default_group) = 0;
    virtual std::unique_ptr<Event> create_event(std::string_view name = {}) = 0;
    virtual std::unique_ptr<ContextEvent> create_context_event(std::string_view name = {}) = 0;
    virtual std::unique_ptr<MemoryTracker> create_memory_tracker() = 0;
    virtual std::unique_ptr<MemoryHeadroomTracker> create_memory_headroom_tracker() = 0;
    virtual std::unique_ptr<Query> create_query() = 0;
    virtual std::unique_ptr<Control> create_control() = 0;
};

} // namespace proxima::measurement
