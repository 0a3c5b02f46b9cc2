// The port against which components are instrumented: it makes timers, events and queries.
//
//     #include <proxima/measurement/connect.hpp>
//     measurement::Measurement& port = measurement::measurement();
//     const auto timer = port.create_timer("solve", "double (int)", "solvers");
//     {
//         const measurement::ScopedTimer running(*timer);
//     }
//     port.create_control()->disable_group_name("solvers");
//
// Ownership: created objects belong to the caller, and work until the process ends.
// Thread safety: all functions are thread-safe.
// Errors: functions that create objects throw only std::bad_alloc; nothing else throws.
#pragma once

#include <proxima/measurement/event.hpp>
#include <proxima/measurement/query.hpp>
#include <proxima/measurement/timer.hpp>

#include <memory>
#include <string_view>

namespace proxima::measurement {

/// Switches groups of timers and phases on and off while the application runs: interface Control of
/// Shende et al. (2003). The last call about a group decides, also for later timers; groups are
/// enabled at first. A running timer that is disabled is measured until it stops. A disabled timer
/// costs a virtual call and a branch. All MPI routines are in the group "MPI". Thread-safe; other
/// threads see a change soon. Nothing throws. This base class has no effect.
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

/// Creates objects that belong to the caller, are never null, and work until the process ends. An
/// object with an empty name is not measured. Thread-safe. Throws only std::bad_alloc. The objects
/// of this base class measure nothing.
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
    /// An event that Query also lists by call path: "bytes sent", and "bytes sent : main =>
    /// exchange" for values triggered inside these timers or measured methods. A path begins at the
    /// innermost phase.
    virtual std::unique_ptr<Event> create_context_event(std::string_view name) {
        return create_event(name);
    }
    /// Triggers the event "heap in use (bytes)": the memory that malloc has handed out.
    virtual std::unique_ptr<MemoryTracker> create_memory_tracker() {
        return std::make_unique<MemoryTracker>();
    }
    virtual std::unique_ptr<Query> create_query() { return std::make_unique<Query>(); }
    virtual std::unique_ptr<Control> create_control() { return std::make_unique<Control>(); }
};

} // namespace proxima::measurement
