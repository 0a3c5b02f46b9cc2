/// \file
/// Numbers that the application knows and wants to see the distribution of: interfaces Event,
/// ContextEvent and MemoryTracker of Shende et al. (2003).
#pragma once

namespace proxima::measurement {

/// Its values are summed up as their number, minimum, maximum, sum and sum of squares (see Query).
/// Events of one name are one event to Query; one that was never triggered does not appear there.
/// The group "event" of Control is all events. Any thread may trigger it at any time; nothing
/// throws. Its values stay when it is destroyed. This class itself counts nothing.
class Event {
public:
    Event() = default;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    virtual ~Event() = default;

    /// Counts a value, of whatever unit the name says. Infinite ones and those that are not numbers
    /// are left out.
    virtual void trigger([[maybe_unused]] double value) noexcept {}
};

/// Triggers an event with a number of bytes. As safe as Event; this class itself does nothing.
class MemoryTracker {
public:
    MemoryTracker() = default;
    MemoryTracker(const MemoryTracker&) = delete;
    MemoryTracker& operator=(const MemoryTracker&) = delete;
    virtual ~MemoryTracker() = default;

    /// With what there is now. Looks at all of the heap: for once in a step, not for inner loops.
    virtual void track_here() noexcept {}
};

} // namespace proxima::measurement
