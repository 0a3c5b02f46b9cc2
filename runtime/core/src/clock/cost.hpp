// What one measured call costs on this machine, for reports that want to take it out.
#pragma once

#include "run/run.hpp"

namespace proxima::detail {

// Measures calls on a lane of its own, which is not part of the run; takes two to three
// milliseconds.
Cost measure_cost(const Clock& clock);

} // namespace proxima::detail
