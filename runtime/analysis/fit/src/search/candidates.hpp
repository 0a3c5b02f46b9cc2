// Candidate sums of terms.
#pragma once

#include "formulas/regression.hpp"

#include <string>
#include <vector>

namespace proxima::fit {

// The data to model and the parameters of the formulas.
struct SearchSpace {
    const Data& data;
    std::vector<std::string> names;      // of the parameters, in expressions
    std::vector<std::size_t> parameters; // that may be used: sizes with two values or more
};

// The powers of one parameter that have values at all points.
std::vector<Factor> factors_of(const Data& data, std::size_t parameter);

// For each number of terms from one on, the sums that come nearest to the means, the best first.
// Of one parameter all sums of one and two terms; of several the best terms of each, along the
// lines of points on which only it changes, combined by sums and products, of which about `tried`
// are tried for each number above two.
std::vector<std::vector<Terms>> promising_sums(const SearchSpace& search, std::size_t tried);

} // namespace proxima::fit
