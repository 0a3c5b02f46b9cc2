// What measuring costs on this machine.
#pragma once

#include "clock/clock.hpp"

#include <proxima/detail/run_facts.hpp>

namespace proxima::detail {

struct Cost {
    CallCost recorded;
    CallCost aggregated; // without records
    CallCost overlapped; // recorded, of calls whose work most of it overlaps with
};

// Measures some thousand calls; takes about a millisecond. Throws std::bad_alloc.
Cost measure_cost(const Clock& clock);

} // namespace proxima::detail
