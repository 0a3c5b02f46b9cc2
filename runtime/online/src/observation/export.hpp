// Observations for other programs.
#pragma once

#include <proxima/online/observation.hpp>

#include <string>

namespace proxima::online {

/// OpenMetrics: the names of `proxima convert --to openmetrics`, by method.
std::string to_openmetrics(const Observation& observation);

/// Both since the start and of a window; README.md describes it.
std::string to_json(const Observation& observation, const Observation& window);

} // namespace proxima::online
