// Looks ahead for what is in the reservoirs of a lane at its end.
#pragma once

#include "statistics/reservoirs.hpp"

#include <proxima/rundir/run_directory.hpp>

namespace proxima::rundir {

/// Reads only the chunks of places. What is damaged is left out; reading the lane names it.
Reservoirs scan_places(const RunDirectory::LaneFiles& files);

} // namespace proxima::rundir
