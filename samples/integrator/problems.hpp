#pragma once

#include "function.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace integration {

// An integral whose value is known, with what its numerical errors depend on.
struct Problem {
    std::string name;
    std::unique_ptr<Function> function;
    double lower;
    double upper;
    double integral;
    double integral_of_square;        // decides the error of Monte Carlo
    double largest_second_derivative; // decides the error of the midpoint rule
};

std::vector<Problem> known_problems();

// Bound of the composite midpoint rule with `count` evaluations, rounding included.
double midpoint_error_bound(const Problem& problem, std::size_t count);

// Standard error of a Monte Carlo estimate with `count` samples.
double monte_carlo_standard_error(const Problem& problem, std::size_t count);

} // namespace integration
