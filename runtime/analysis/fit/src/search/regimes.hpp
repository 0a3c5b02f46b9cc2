// Regimes: ranges of one parameter with formulas of their own, as below and above the size of a
// cache.
#pragma once

#include "formulas/regression.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace proxima::fit {

// Finds the one or two bounds of one of these parameters between which simple formulas fit best:
// a constant, one usual term, or both. Unset if no bound divides the cross-validated squared error
// of `whole`, the formula of all points, by constants::regime_error_ratio. `caches` are sizes in
// bytes: a bound lies at one of them, in elements, where the points leave room for it.
std::optional<Regression> best_regimes(const Data& data, const Regression& whole,
                                       const std::vector<std::size_t>& parameters,
                                       const std::vector<double>& caches);

} // namespace proxima::fit
