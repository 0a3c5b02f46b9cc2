// Exponential growth with inputs of runs, such as levels of refinement.
#pragma once

#include <proxima/fit/outcome.hpp>

namespace proxima::fit {

// Replaces the inputs of runs that look like levels, three or more whole numbers from 0 to 24, by
// powers of two; the name of such a parameter becomes `exp2_NAME`. Terms of these are powers of any
// base, times polynomials. Unset if there is no such input.
std::optional<gather::Measurements> with_powers_of_two(const gather::Measurements& measurements);

// Writes the powers of two into the formulas of a model that was fitted to with_powers_of_two().
FitOutcome without_powers_of_two(FitOutcome outcome, const gather::Measurements& measurements);

} // namespace proxima::fit
