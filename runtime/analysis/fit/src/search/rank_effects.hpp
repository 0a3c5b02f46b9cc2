// Parameters on which the points depend although the formula does not: a rank test, which needs no
// formula.
#pragma once

#include "formulas/regression.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace proxima::fit {

struct RankEffect {
    std::size_t parameter = 0;
    bool grows = true;
    // Exponents of the power laws through pairs of points: their tenth and ninetieth percentile.
    double least_exponent = 0;
    double largest_exponent = 0;
    bool is_monotone = false; // true if no step goes the other way
    // Values of the parameter and means there, some along the longest line.
    std::vector<std::pair<double, double>> steps = {};
};

// Kendall's test of the means divided by the formula, along lines of points on which only one
// parameter changes, for each parameter outside of the formula, with Bonferroni's correction for
// their number. Effects of less than `least` do not count, nor do those whose exponents have both
// signs.
std::vector<RankEffect> effects_beyond(const Regression& formula, const Data& data, double least);

// The same test of single calls, for effects that make a formula without the parameter wrong. Their
// exponents may have both signs: noise hides how the calls grow, but not that they do.
std::vector<RankEffect> effects_in_calls(const Regression& formula,
                                         const gather::Measurements& measured);

// Writes `grows with n at every step (exponent between 0.3 and 1.2): 5 us at n = 10, 9 us at 40`,
// or without means for several parameters; empty without effects.
std::string text_of(const std::vector<RankEffect>& effects, const std::vector<std::string>& names,
                    const std::string& unit);

} // namespace proxima::fit
