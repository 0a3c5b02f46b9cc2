// From the formula that was found to a model: its inputs, interval, evidence, notes and warnings.
#pragma once

#include "search/find_formula.hpp"

#include <proxima/fit/outcome.hpp>

namespace proxima::fit {

// Describes the formula in an outcome with a model. The formula's points may be merged; `measured`
// has all, and errors and residuals are theirs. `level` is the level of the interval.
FitOutcome make_outcome(const FoundFormula& formula, gather::Measurements measured, double level);

} // namespace proxima::fit
