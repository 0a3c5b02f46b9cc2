// The time that a formula does not describe: outliers, preemption, other groups of calls.
#pragma once

#include "formulas/regression.hpp"

#include <proxima/gather/measurements.hpp>

#include <string>

namespace proxima::fit {

// Share of the time of all calls, outliers included, beyond the formula's.
double left_out_share(const gather::Measurements& measured, const Regression& formula);

// Writes `128 calls above 1000 us take 78 % of the time`, about the calls that take several times
// as long as the formula says; empty if there are none.
std::string tail_text(const gather::Measurements& measured, const Regression& formula);

} // namespace proxima::fit
