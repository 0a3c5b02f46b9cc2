// Implementations of FluxPort: the one that is measured, and what its calls are compared with.
#pragma once

#include "flux_port.hpp"

#include <cstdint>
#include <memory>

namespace bench {

// Returns n + 1: next to nothing, so that what is timed is the call.
std::unique_ptr<ObjectPort> make_bare();

// Calls `target` once for each call and adds one.
std::unique_ptr<FluxPort> make_caller(FluxPort& target);

// Forwards to `target`, timing the call with two reads of the processor's counter (of its
// CLOCK_MONOTONIC where there is none), and adds the time up.
std::unique_ptr<FluxPort> make_counter_reader(FluxPort& target);

// The same with clock_gettime(CLOCK_MONOTONIC).
std::unique_ptr<FluxPort> make_clock_reader(FluxPort& target);

} // namespace bench
