// Records the distribution of numbers that the application knows: interfaces Event, ContextEvent
// and MemoryTracker of Shende et al. (2003).
//
//     #include <proxima/measurement/connect.hpp>
//     const auto residual = measurement::measurement().create_event("residual");
//     residual->trigger(1e-6);
//
// Units: values have the unit that the application gives them; the size of the heap is in bytes.
// Thread safety: all functions are thread-safe.
// Errors: nothing throws.
#pragma once

namespace proxima::measurement {

/// Collects values. Query returns their number, minimum, maximum, mean, deviation and sum of
/// squares. Events of one name are one event to Query, which lists only triggered events. All
/// events are in the group "event" of Control. Thread-safe; nothing throws. The values outlive the
/// event. This base class counts nothing.
class Event {
public:
    Event() = default;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    virtual ~Event() = default;

    /// Counts a value; ignores infinities and NaN.
    virtual void trigger([[maybe_unused]] double value) noexcept {}
};

/// Triggers an event with the size of the heap. As safe as Event; this base class does nothing.
class MemoryTracker {
public:
    MemoryTracker() = default;
    MemoryTracker(const MemoryTracker&) = delete;
    MemoryTracker& operator=(const MemoryTracker&) = delete;
    virtual ~MemoryTracker() = default;

    /// Scans the heap: call it once in a step, not in inner loops.
    virtual void track_here() noexcept {}
};

} // namespace proxima::measurement
