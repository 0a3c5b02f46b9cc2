// What it costs to read the counters.
#pragma once

#include "counters.hpp"

namespace proxima::measuring {

// To read all but the wall clock once on the calling thread, in nanoseconds, as timers do; 0 if
// there are none. Takes about a millisecond.
double reading_cost(const Counters& counters);

} // namespace proxima::measuring
