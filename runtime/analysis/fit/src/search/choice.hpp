// The choice of the simplest formula that is as good as any.
#pragma once

#include "formulas/regression.hpp"

#include <cstddef>
#include <vector>

namespace proxima::fit {

// Formulas with the same number of terms.
struct Level {
    std::vector<Regression> formulas; // the chosen one first
    // Cross-validated mean square of the relative error, where the choice among these formulas is
    // made again without the points left out, and the standard error of this mean.
    double error = 0;
    double standard_error = 0;
};

// Squared error times a penalty. Each term but the first must reduce the error by a ratio; so must
// each step to a more unusual exponent, of few points from the usual ones on.
double penalised_error(double error, const Regression& formula, std::size_t points);

bool has_lower_aicc(const Regression& a, const Regression& b);

// Sum over the formula's factors of Factor::exponent_penalty().
int exponent_penalty(const Regression& formula);

// Moves one formula to the front: the simplest whose squared error is within one standard error of
// that of the formula with the least penalised error. With few, often repeated points that are not
// biased, its AICc must be nearly best instead. First it drops sums that few points do not support;
// `one_term` is the chosen formula of one term, if there is one.
void put_simplest_first(Level& level, const Regression* one_term, const Data& data);

// The one-standard-error rule (Breiman et al. 1984): the first level whose squared error is within
// one standard error of the best by penalised error. Formulas with too many terms for the points
// are not chosen; they count as competing models.
std::size_t simplest_as_good(const std::vector<Level>& levels, const Data& data);

// The first level whose formula differs from the chosen one's by less than the clock's step.
std::size_t simplest_within_clock_step(const std::vector<Level>& levels, std::size_t chosen,
                                       double clock_step);

} // namespace proxima::fit
