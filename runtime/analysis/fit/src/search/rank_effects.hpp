// Parameters on which the points depend although the formula does not: a rank test, which needs no
// formula.
#pragma once

#include "formulas/regression.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::fit {

struct RankEffect {
    std::size_t parameter = 0;
    bool grows = true;
    // Exponents of the power laws through pairs of points: their tenth and ninetieth percentile.
    double least_exponent = 0;
    double largest_exponent = 0;
};

// Kendall's test of the means divided by the formula, along lines of points on which only one
// parameter changes, for each parameter outside of the formula, with Bonferroni's correction for
// their number. Effects of less than constants::least_effect do not count, nor do those whose
// exponents have both signs.
std::vector<RankEffect> effects_beyond(const Regression& formula, const Data& data);

// Writes `grows with n (exponent between 0.3 and 1.2), falls with ...`; empty without effects.
std::string text_of(const std::vector<RankEffect>& effects, const std::vector<std::string>& names);

} // namespace proxima::fit
