#include "selection/solver/combined_network.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::model {
namespace {

/// By cost; equal ones in the order of their values.
std::vector<Solution> sorted(const ChoiceProblem& problem, std::vector<Assignment> assignments) {
    std::vector<Solution> solutions;
    for (auto& assignment : assignments) {
        const double cost = problem.costs.cost(assignment);
        solutions.push_back({std::move(assignment), cost});
    }
    std::sort(solutions.begin(), solutions.end(), [](const Solution& one, const Solution& other) {
        return one.cost != other.cost ? one.cost < other.cost : one.assignment < other.assignment;
    });
    return solutions;
}

/// Whether one is nowhere worse, but for rounding.
bool is_nowhere_worse(const std::vector<double>& one, const std::vector<double>& other) {
    constexpr double rounding = 1e-12;
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (one[i] > other[i] + rounding * std::abs(other[i])) {
            return false;
        }
    }
    return true;
}

} // namespace

std::optional<std::vector<Solution>> solve(const ChoiceProblem& problem,
                                           const SolverLimits& limits) {
    auto found = eliminate(CombinedNetwork(problem, false), limits);
    if (!found) {
        return std::nullopt;
    }
    auto best = sorted(problem, std::move(*found));
    best.resize(std::min(best.size(), limits.best));
    return best;
}

std::optional<std::vector<Solution>> pareto_front(const ChoiceProblem& problem,
                                                  const SolverLimits& limits) {
    auto found = eliminate(CombinedNetwork(problem, true), {1, limits.labels});
    if (!found) {
        return std::nullopt;
    }
    const auto numbers_of = [&](const Solution& solution) {
        std::vector<double> numbers{solution.cost};
        for (const auto& criterion : problem.criteria) {
            numbers.push_back(criterion.of(solution.assignment));
        }
        return numbers;
    };
    std::vector<std::pair<Solution, std::vector<double>>> front;
    for (auto& solution : sorted(problem, std::move(*found))) {
        auto numbers = numbers_of(solution);
        if (std::none_of(front.begin(), front.end(),
                         [&](const auto& one) { return is_nowhere_worse(one.second, numbers); })) {
            std::erase_if(front, [&](const auto& one) {
                return is_nowhere_worse(numbers, one.second); // as fast but for rounding
            });
            front.emplace_back(std::move(solution), std::move(numbers));
        }
    }
    std::vector<Solution> result;
    for (auto& one : front) {
        result.push_back(std::move(one.first));
    }
    return result;
}

} // namespace proxima::model
