/// \file
/// An event whose values are kept apart by where they come from.
#pragma once

#include <proxima/measurement/event.hpp>

namespace proxima::measurement {

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
