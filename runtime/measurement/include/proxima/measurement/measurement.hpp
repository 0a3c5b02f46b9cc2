/// \file
/// The port that components are instrumented against: makes timers, events and the rest.
#pragma once

#include <proxima/measurement/event.hpp>
#include <proxima/measurement/query.hpp>
#include <proxima/measurement/timer.hpp>

#include <memory>
#include <string_view>

namespace proxima::measurement {

/// Switches groups of timers on and off while the application runs: interface Control of Shende et
/// al. (2003). A phase is a timer here. Of all calls that concern a group the last one decides,
/// also for timers created later; without any it is enabled. A timer that runs when it is disabled
/// is measured until it stops. A disabled timer costs a virtual call and a branch. The group "MPI"
/// is all MPI routines, where the implementation measures them: that of proxima does. Any thread
/// may call anything at any time; other threads see the change soon. Nothing throws. This class
/// itself has no effect.
class Control {
public:
    Control() = default;
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;
    virtual ~Control() = default;

    virtual void enable_group_name([[maybe_unused]] std::string_view group) noexcept {}
    virtual void disable_group_name([[maybe_unused]] std::string_view group) noexcept {}
    virtual void enable_all_groups() noexcept {}
    virtual void disable_all_groups() noexcept {}
};

/// Everything it creates belongs to the caller, is never null, and may be used for as long as the
/// process lives. What has no name is not measured. Thread-safe. Throws nothing but std::bad_alloc.
/// What this class itself creates measures nothing.
class Measurement {
public:
    Measurement() = default;
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;
    virtual ~Measurement() = default;

    virtual std::unique_ptr<Timer> create_timer(std::string_view name, std::string_view type = {},
                                                std::string_view group = default_group) {
        return std::make_unique<Timer>(TimerLabel(name, type, group));
    }
    /// A timer that starts a call path of its own.
    virtual std::unique_ptr<Timer> create_phase(std::string_view name, std::string_view type = {},
                                                std::string_view group = default_group) {
        return std::make_unique<Timer>(TimerLabel(name, type, group));
    }
    virtual std::unique_ptr<Event> create_event([[maybe_unused]] std::string_view name) {
        return std::make_unique<Event>();
    }
    /// Kept apart for each call path, besides all paths together: Query then has "bytes sent", and
    /// "bytes sent : main => exchange" for what was triggered while these timers, or measured
    /// methods of ports, were running. A path begins at the innermost phase.
    virtual std::unique_ptr<Event> create_context_event(std::string_view name) {
        return create_event(name);
    }
    /// Event "heap in use (bytes)": what malloc has given out and not got back.
    virtual std::unique_ptr<MemoryTracker> create_memory_tracker() {
        return std::make_unique<MemoryTracker>();
    }
    virtual std::unique_ptr<Query> create_query() { return std::make_unique<Query>(); }
    virtual std::unique_ptr<Control> create_control() { return std::make_unique<Control>(); }
};

} // namespace proxima::measurement
