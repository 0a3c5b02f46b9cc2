/// \file
/// A number that the application knows and wants to see the distribution of: interface Event of
/// Shende et al. (2003).
#pragma once

#include <string>
#include <string_view>

namespace proxima::measurement {

/// An event: its values are summed up as their number, minimum, maximum, sum, sum of squares and
/// quantiles (see Query). Events of one name are one event to Query; one that was never triggered
/// does not appear there. Any thread may call anything at any time, except set_name(), which must
/// not meet a trigger() on another thread. Nothing throws, but for the copy that name() makes.
/// Owned by whoever created it; its values stay when it is destroyed.
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

} // namespace proxima::measurement
