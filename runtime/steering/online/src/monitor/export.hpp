// Writes observations for other programs.
#pragma once

#include <proxima/online/observation.hpp>

#include <map>
#include <string>

namespace proxima::online {

// Writes OpenMetrics by method, with the names of `proxima convert --to openmetrics`.
std::string to_openmetrics(const Observation& observation);

// Writes the JSON of /state: the sums since the start and of a window. `of_expected` has, by
// "instance.method", the time of calls as a multiple of the models' expectation.
std::string to_json(const Observation& observation, const Observation& window,
                    const std::map<std::string, double>& of_expected = {});

} // namespace proxima::online
