/// \file
/// A number that the application knows and wants to see the distribution of: interface Event of
/// Shende et al. (2003).
#pragma once

#include <string>
#include <string_view>

namespace proxima::measurement {

/// An event: its values are summed up as their number, minimum, maximum, sum and sum of squares
/// (see Query). Events of one name are one event to Query; one that was never triggered does not
/// appear there. Any thread may call anything at any time, except set_name(), which must not meet a
/// trigger() on another thread. Nothing throws, but for the copy that name() makes. Owned by
/// whoever created it; its values stay when it is destroyed.
class Event {
public:
    Event() = default;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    virtual ~Event() = default;

    /// Counts a value, of whatever unit the name says. Infinite ones and those that are not numbers
    /// are left out.
    virtual void trigger(double value) noexcept = 0;

    /// From now on, it is the event that has this name. One without a name is not counted.
    virtual void set_name(std::string_view name) noexcept = 0;
    virtual std::string name() const = 0;
};

/// An event that is kept apart for each call path, besides all paths together: Query then has
/// "bytes sent", and "bytes sent : main => exchange" for what was triggered while these timers, or
/// measured methods of ports, were running. A path begins at the innermost phase. Enabled at first;
/// as safe to call from several threads as an event.
class ContextEvent : public Event {
public:
    virtual void enable() noexcept = 0;
    /// From now on nothing is counted.
    virtual void disable() noexcept = 0;
};

} // namespace proxima::measurement
