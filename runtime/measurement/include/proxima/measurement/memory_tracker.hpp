/// \file
/// How much memory the process uses, and how much it still could, as events.
#pragma once

namespace proxima::measurement {

/// What the two trackers have in common: they trigger an event with a number of bytes, here and now
/// or at intervals. Enabled at first. Owned by whoever created it; destroying it ends its tracking
/// at intervals. Any thread may call anything; nothing throws.
class MemorySampler {
public:
    MemorySampler() = default;
    MemorySampler(const MemorySampler&) = delete;
    MemorySampler& operator=(const MemorySampler&) = delete;
    virtual ~MemorySampler() = default;

    /// Triggers the event once, on this thread.
    virtual void track_here() noexcept = 0;

    /// Triggers the event at intervals from now on, on a thread of its own: no signal reaches the
    /// application.
    virtual void enable_interrupt_tracking() noexcept = 0;

    /// The interval in seconds, at least 1; 10 at first. Takes effect at once.
    virtual void set_interrupt_interval(int seconds) noexcept = 0;

    virtual void enable() noexcept = 0;
    /// From now on nothing is tracked, neither here nor at intervals.
    virtual void disable() noexcept = 0;
};

/// Event "heap in use (bytes)": what malloc has given out and not got back.
class MemoryTracker : public MemorySampler {};

/// Event "memory headroom (bytes)": what can still be obtained before a limit is reached: that of
/// the process (setrlimit), that of its control group, or what the system has available.
class MemoryHeadroomTracker : public MemorySampler {};

} // namespace proxima::measurement
