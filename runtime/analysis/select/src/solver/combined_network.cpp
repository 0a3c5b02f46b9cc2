#include "solver/combined_network.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace proxima::select {
namespace {

constexpr double rounding_of_sums = 1e-12; // relative

double largest(const std::vector<double>& costs) {
    double result = 0;
    for (const double cost : costs) {
        result = std::isfinite(cost) ? std::max(result, std::abs(cost)) : result;
    }
    return result;
}

// Largest difference of sums of a network's costs that are added in different orders.
double rounding(const CostNetwork& costs) {
    double size = 0;
    for (std::size_t i = 0; i < costs.variables(); ++i) {
        size += largest(costs.costs(i));
    }
    return rounding_of_sums * size;
}

} // namespace

CombinedNetwork::CombinedNetwork(const ChoiceProblem& problem, bool for_front)
    : pairs_(problem.costs.pairs()) {
    limits_.fill(forbidden);
    for (std::size_t i = 0; i < problem.costs.variables(); ++i) {
        variables_.emplace_back(problem.costs.values(i), CostVector{});
    }
    add(problem.costs, false, forbidden);
    for (const auto& criterion : problem.criteria) {
        const bool is_limited = criterion.limit < forbidden;
        if (criterion.is_worst && is_limited) {
            forbid_above(criterion);
        }
        if (for_front || (!criterion.is_worst && is_limited)) {
            add(criterion.costs, criterion.is_worst,
                criterion.limit + (criterion.is_worst ? 0 : rounding(criterion.costs)));
        }
    }
}

void CombinedNetwork::add(const CostNetwork& costs, bool is_worst, double limit) {
    if (size_ == most_criteria) {
        throw std::invalid_argument("at most two criteria count besides the cost");
    }
    const auto criterion = size_++;
    is_worst_[criterion] = is_worst;
    limits_[criterion] = limit;
    empty_sum_[criterion] = is_worst ? -forbidden : 0;
    for (std::size_t i = 0; i < variables(); ++i) {
        const double least = shift(costs.costs(i), criterion);
        for (std::size_t value = 0; value < variables_[i].size(); ++value) {
            variables_[i][value][criterion] = costs.costs(i)[value] - least;
        }
    }
}

// Subtracts the least cost of a limited sum from its limit and returns it, to be subtracted from
// the costs. All costs are then positive, so no completion of a partial solution above the limit is
// feasible.
double CombinedNetwork::shift(const std::vector<double>& costs, std::size_t criterion) {
    const double least = *std::min_element(costs.begin(), costs.end());
    if (is_worst_[criterion] || limits_[criterion] == forbidden || !std::isfinite(least)) {
        return 0;
    }
    limits_[criterion] -= least;
    return least;
}

void CombinedNetwork::forbid_above(const Criterion& criterion) {
    for (std::size_t i = 0; i < variables(); ++i) {
        for (std::size_t value = 0; value < variables_[i].size(); ++value) {
            if (criterion.costs.costs(i)[value] > criterion.limit) {
                variables_[i][value][0] = forbidden;
            }
        }
    }
}

CostVector CombinedNetwork::combined(CostVector one, const CostVector& other) const {
    for (std::size_t i = 0; i < size_; ++i) {
        one[i] = is_worst_[i] ? std::max(one[i], other[i]) : one[i] + other[i];
    }
    return one;
}

bool CombinedNetwork::is_feasible(const CostVector& costs) const {
    for (std::size_t i = 0; i < size_; ++i) {
        if (costs[i] == forbidden || costs[i] > limits_[i]) {
            return false;
        }
    }
    return true;
}

namespace {

using Neighbours = std::vector<std::set<std::size_t>>;

// Number of pairs of neighbours of `variable` that are not neighbours of each other.
std::size_t fill(const Neighbours& neighbours, std::size_t variable) {
    std::size_t missing = 0;
    const auto& around = neighbours[variable];
    for (auto i = around.begin(); i != around.end(); ++i) {
        for (auto j = std::next(i); j != around.end(); ++j) {
            missing += neighbours[*i].count(*j) == 0 ? 1 : 0;
        }
    }
    return missing;
}

void eliminate(Neighbours& neighbours, std::size_t variable) {
    for (const auto one : neighbours[variable]) {
        neighbours[one].erase(variable);
        for (const auto other : neighbours[variable]) {
            if (one != other) {
                neighbours[one].insert(other);
            }
        }
    }
}

} // namespace

EliminationOrder min_fill_order(const CombinedNetwork& network) {
    Neighbours neighbours(network.variables());
    for (const auto& pair : network.pairs()) {
        neighbours[pair.first].insert(pair.second);
        neighbours[pair.second].insert(pair.first);
    }
    EliminationOrder result;
    std::vector<std::size_t> fills(network.variables());
    std::set<std::size_t> left;
    for (std::size_t i = 0; i < network.variables(); ++i) {
        fills[i] = fill(neighbours, i);
        left.insert(i);
    }
    while (!left.empty()) {
        const auto next = *std::min_element(left.begin(), left.end(), [&](auto a, auto b) {
            return fills[a] != fills[b] ? fills[a] < fills[b]
                                        : neighbours[a].size() < neighbours[b].size();
        });
        const auto around = neighbours[next];
        double cells = 1;
        for (const auto one : around) {
            cells *= static_cast<double>(network.values(one).size());
        }
        result.cells += cells;
        result.order.push_back(next);
        result.width = std::max(result.width, around.size());
        left.erase(next);
        eliminate(neighbours, next);
        std::set<std::size_t> changed = around;
        for (const auto one : around) {
            changed.insert(neighbours[one].begin(), neighbours[one].end());
        }
        for (const auto one : changed) {
            fills[one] = fill(neighbours, one);
        }
    }
    return result;
}

} // namespace proxima::select
