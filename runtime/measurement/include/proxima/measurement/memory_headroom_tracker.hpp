/// \file
/// How much memory the process could still get, as an event.
#pragma once

#include <proxima/measurement/memory_tracker.hpp>

namespace proxima::measurement {

/// Event "memory headroom (bytes)": what can still be obtained before a limit is reached: that of
/// the process (setrlimit), that of its control group, or what the system has available.
class MemoryHeadroomTracker : public MemorySampler {};

} // namespace proxima::measurement
