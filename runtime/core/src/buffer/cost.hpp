// What measuring costs on this machine.
#pragma once

#include "clock/clock.hpp"

#include <proxima/detail/run_facts.hpp>

#include <cstddef>

namespace proxima::detail {

struct Cost {
    CallCost recorded;   // the most that it takes
    CallCost aggregated; // the same, without records
    CallCost overlapped; // recorded, of calls whose work most of it overlaps with
};

// Measures some thousand calls; takes about a millisecond. Throws std::bad_alloc.
Cost measure_cost(const Clock& clock);

// The same for a thread that has called so many paths in turn: their nodes are fetched from memory
// then. Changes nothing where they are few.
void measure_cost_of_nodes(const Clock& clock, std::size_t nodes, Cost& cost);

} // namespace proxima::detail
