// Observations for other programs.
#pragma once

#include <proxima/online/observation.hpp>

#include <map>
#include <string>

namespace proxima::online {

// OpenMetrics: the names of `proxima convert --to openmetrics`, by method.
std::string to_openmetrics(const Observation& observation);

// Since the start, and of a window. `of_expected`: by "instance.method", the time of calls as a
// multiple of what models expect.
std::string to_json(const Observation& observation, const Observation& window,
                    const std::map<std::string, double>& of_expected = {});

} // namespace proxima::online
