// Groups of calls that take longer than others with the same parameters.
#pragma once

#include <proxima/gather/measurements.hpp>

#include <string>

namespace proxima::fit {

// Compares the calls of each rank, thread and call path with the other calls at the same points, by
// rank sums with Bonferroni's correction. Writes the grouping that explains most: `rank 3 takes 3.1
// times as long as other ranks`, and the option that fits the groups apart; empty if no group
// differs by constants::least_group_effect.
std::string groups_text(const gather::Measurements& measured);

} // namespace proxima::fit
