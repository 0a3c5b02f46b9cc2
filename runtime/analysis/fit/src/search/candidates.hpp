// Candidate sums of terms.
#pragma once

#include "formulas/term.hpp"
#include "search/search_space.hpp"

#include <vector>

namespace proxima::fit {

// The powers of one parameter that are finite at all points.
std::vector<Factor> factors_of(const Data& data, std::size_t parameter);

// All products of at most one factor of each parameter.
std::vector<Term> products_of(const std::vector<std::vector<Factor>>& of_parameters);

// The sums that fit the means best, for each number of terms from one on, best first.
//
// With one parameter these are all sums of one and two terms. With several, the best factors of
// each parameter are found along the lines of points on which only this parameter changes, and
// combined by products and sums.
std::vector<std::vector<Terms>> promising_sums(const SearchSpace& search);

} // namespace proxima::fit
