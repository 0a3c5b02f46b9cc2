// The time that a formula does not describe: outliers, preemption, other groups of calls.
#pragma once

#include "formulas/regression.hpp"

#include <proxima/gather/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::fit {

// Writes `n = 100, m = 2`.
std::string place_text(const gather::Measurements& measured, const std::vector<double>& at);

// Writes `1 call of 960 us at n = 8000 is left out: 3 % of the time`, about points that the formula
// does not have; empty if there are none.
std::string left_out_points(const gather::Measurements& measured);

// Share of the time of all calls, outliers included, beyond the formula's.
double left_out_share(const gather::Measurements& measured, const Regression& formula);

// Writes `128 calls above 1000 us take 78 % of the time`, about the calls that take several times
// as long as the formula says, at its points; empty if there are none.
std::string tail_text(const gather::Measurements& measured, const Regression& formula);

} // namespace proxima::fit
