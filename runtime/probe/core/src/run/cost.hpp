// Measures the cost of measuring on this machine.
#pragma once

#include "clock/clock.hpp"
#include "tree/tree.hpp"

#include <proxima/detail/run_facts.hpp>

#include <cstddef>

namespace proxima::detail {

struct Cost {
    CallCost recorded;         // the maximum: an empty call
    CallCost aggregated;       // a call that is timed, and not recorded
    CallCost untimed;          // a call that is counted only
    CallCost overlapped;       // a recorded call whose work hides most of the cost
    bool knows_others = false; // aggregated and overlapped are measured, not taken to be recorded
    double cold = 0;       // nanoseconds, of a recorded call that streams through memory; median
    double cold_most = 0;  // the greatest of these samples: other programs use the memory, too
    double cold_after = 0; // nanoseconds of work that make the next call of a node cold
};

// The order in which the calibration calls its objects: a cycle through all numbers, modulo each
// power of two. Its steps differ: prefetchers follow those of one length, which hides the cost.
constexpr std::size_t next_of_cycle(std::size_t number) noexcept {
    return number * 1'664'525 + 1'013'904'223;
}

// Measures the cost of a call that is recorded, and of one that is counted, in one or, where
// reading the clock or page faults are slow, some milliseconds; takes that of the others for as
// much as the first. Throws std::bad_alloc.
Cost measure_cost(const Clock& clock);

// Measures these others, too, once, for as long again. Throws std::bad_alloc.
void measure_cost_of_others(const Clock& clock, Cost& cost);

// Measures the cost of a recorded call that communicates, in nanoseconds. Throws std::bad_alloc.
double measure_cost_of_communicating(const Clock& clock);

// Measures the cost for a thread with so many call paths, in some milliseconds: of the others, of
// calls that stream through memory for `work_ns`, and, if their nodes do not stay in the cache, of
// empty ones again.
void measure_cost_of_nodes(const Clock& clock, std::size_t nodes, double work_ns, Cost& cost);

// Measures what reading the counters adds to a call, in a few milliseconds. Throws std::bad_alloc.
CounterCost measure_cost_of_counters(const Clock& clock, CounterSource& source, std::size_t count);

} // namespace proxima::detail
