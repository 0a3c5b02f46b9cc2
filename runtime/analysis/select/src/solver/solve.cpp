#include "solver/solvers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::select {
namespace {

// Sorts by cost, then by values.
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

// True if one is nowhere worse than the other, up to rounding.
bool weakly_dominates(const std::vector<double>& one, const std::vector<double>& other) {
    constexpr double rounding = 1e-12;
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (one[i] > other[i] + rounding * std::abs(other[i])) {
            return false;
        }
    }
    return true;
}

} // namespace

SolverResult solve(const ChoiceProblem& problem, const SolverLimits& limits) {
    constexpr double share_of_elimination = 0.5; // share of the allowed time
    const CombinedNetwork network(problem, false);
    const auto order = min_fill_order(network);
    const Deadline deadline(limits, 1);
    const Deadline half(limits, share_of_elimination);
    SolverResult result;
    if (auto found = eliminate(network, order, {limits.best, limits.labels, half})) {
        result.best = sorted(problem, std::move(*found));
        result.best.resize(std::min(result.best.size(), limits.best));
        result.lower_bound = result.best.empty() ? forbidden : result.best.front().cost;
        result.is_optimal = result.is_elimination = true;
    } else {
        result = branch_and_bound(network, order, limits.best, deadline);
    }
    result.width = order.width;
    return result;
}

std::optional<std::vector<Solution>> pareto_front(const ChoiceProblem& problem,
                                                  const SolverLimits& limits) {
    const CombinedNetwork network(problem, true);
    auto found =
        eliminate(network, min_fill_order(network), {1, limits.labels, Deadline(limits, 1)});
    if (!found) {
        return std::nullopt;
    }
    const auto values_of = [&](const Solution& solution) {
        std::vector<double> values{solution.cost};
        for (const auto& criterion : problem.criteria) {
            values.push_back(criterion.of(solution.assignment));
        }
        return values;
    };
    std::vector<std::pair<Solution, std::vector<double>>> front;
    for (auto& solution : sorted(problem, std::move(*found))) {
        auto values = values_of(solution);
        if (std::none_of(front.begin(), front.end(),
                         [&](const auto& one) { return weakly_dominates(one.second, values); })) {
            std::erase_if(front, [&](const auto& one) {
                return weakly_dominates(values, one.second); // as fast up to rounding
            });
            front.emplace_back(std::move(solution), std::move(values));
        }
    }
    std::vector<Solution> result;
    for (auto& one : front) {
        result.push_back(std::move(one.first));
    }
    return result;
}

} // namespace proxima::select
