#include <proxima/select/cost_network.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace proxima::select {

std::size_t CostNetwork::add_variable(std::vector<double> costs) {
    if (costs.empty()) {
        throw std::invalid_argument("a variable needs a value");
    }
    costs_.push_back(std::move(costs));
    return costs_.size() - 1;
}

void CostNetwork::add_pair(std::size_t first, std::size_t second,
                           const std::vector<double>& costs) {
    if (first == second || first >= variables() || second >= variables() ||
        costs.size() != values(first) * values(second)) {
        throw std::invalid_argument("a pair is of two variables, with a cost for all their values");
    }
    const auto [number, is_new] = pair_numbers_.emplace(std::minmax(first, second), pairs_.size());
    if (is_new) {
        pairs_.push_back({first, second, costs});
        return;
    }
    auto* known = &pairs_[number->second];
    for (std::size_t i = 0; i < values(first); ++i) {
        for (std::size_t j = 0; j < values(second); ++j) {
            const auto at = known->first == first ? i * values(second) + j : j * values(first) + i;
            known->costs[at] += costs[i * values(second) + j];
        }
    }
}

double CostNetwork::cost(const Assignment& assignment) const {
    double sum = 0;
    for (std::size_t i = 0; i < variables(); ++i) {
        sum += costs_[i][assignment[i]];
    }
    for (const auto& pair : pairs_) {
        sum += pair.costs[assignment[pair.first] * values(pair.second) + assignment[pair.second]];
    }
    return sum;
}

double Criterion::of(const Assignment& assignment) const {
    if (!is_worst) {
        return costs.cost(assignment);
    }
    double worst = -forbidden;
    for (std::size_t i = 0; i < assignment.size(); ++i) {
        worst = std::max(worst, costs.costs(i)[assignment[i]]);
    }
    return worst;
}

double SolverResult::gap() const {
    if (best.empty() || is_optimal) {
        return 0;
    }
    const double size = std::abs(best.front().cost);
    return size > 0 ? std::max(best.front().cost - lower_bound, 0.0) / size : 0;
}

} // namespace proxima::select
