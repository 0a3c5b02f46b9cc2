#include "problems.hpp"

#include "functions.hpp"

#include <cmath>
#include <limits>

namespace integration {

std::vector<Problem> known_problems() {
    const double pi = std::acos(-1.0);
    std::vector<Problem> problems;
    problems.push_back({"linear", std::make_unique<Linear>(), 0.0, 1.0, 2.0, 13.0 / 3.0, 0.0});
    problems.push_back({"pi", std::make_unique<Pi>(), 0.0, 1.0, pi, 2.0 * pi + 4.0, 8.0});
    problems.push_back({"sine", std::make_unique<Sine>(), 0.0, pi, 2.0, pi / 2.0, 1.0});
    problems.push_back({"gaussian", std::make_unique<Gaussian>(), -2.0, 2.0,
                        std::sqrt(pi) * std::erf(2.0),
                        std::sqrt(pi / 2.0) * std::erf(2.0 * std::sqrt(2.0)), 2.0});
    return problems;
}

double midpoint_error_bound(const Problem& problem, std::size_t count) {
    const double width = problem.upper - problem.lower;
    const auto n = static_cast<double>(count);
    const double truncation =
        width * width * width * problem.largest_second_derivative / (24.0 * n * n);
    // A plain sum of n terms loses at most n units of rounding, relative to the integral.
    const double rounding =
        (n + 4.0) * std::numeric_limits<double>::epsilon() * std::abs(problem.integral);
    return truncation + rounding;
}

double monte_carlo_standard_error(const Problem& problem, std::size_t count) {
    const double width = problem.upper - problem.lower;
    const double variance =
        width * problem.integral_of_square - problem.integral * problem.integral;
    return std::sqrt(variance / static_cast<double>(count));
}

} // namespace integration
