#include <proxima/model/cost_network.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace proxima::model {

std::size_t CostNetwork::add_variable(std::vector<double> costs) {
    if (costs.empty()) {
        throw std::invalid_argument("a variable needs a value");
    }
    costs_.push_back(std::move(costs));
    return costs_.size() - 1;
}

void CostNetwork::add_to_variable(std::size_t variable, const std::vector<double>& costs) {
    if (variable >= variables() || costs.size() != values(variable)) {
        throw std::invalid_argument("a variable has a cost for each of its values");
    }
    for (std::size_t i = 0; i < costs.size(); ++i) {
        costs_[variable][i] += costs[i];
    }
}

void CostNetwork::add_pair(std::size_t first, std::size_t second,
                           const std::vector<double>& costs) {
    if (first == second || first >= variables() || second >= variables() ||
        costs.size() != values(first) * values(second)) {
        throw std::invalid_argument("a pair is of two variables, with a cost for all their values");
    }
    const auto [place, is_new] = places_.emplace(std::minmax(first, second), pairs_.size());
    if (is_new) {
        pairs_.push_back({first, second, costs});
        return;
    }
    auto* known = &pairs_[place->second];
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

CostNetwork CostNetwork::plus(const CostNetwork& other, double share) const {
    auto sum = *this;
    const auto scaled = [share](std::vector<double> costs) {
        for (auto& cost : costs) {
            cost = cost == forbidden ? forbidden : cost * share;
        }
        return costs;
    };
    for (std::size_t i = 0; i < variables(); ++i) {
        const auto more = scaled(other.costs_[i]);
        std::transform(more.begin(), more.end(), sum.costs_[i].begin(), sum.costs_[i].begin(),
                       std::plus<>());
    }
    for (const auto& pair : other.pairs_) {
        sum.add_pair(pair.first, pair.second, scaled(pair.costs));
    }
    return sum;
}

double SolverResult::gap() const {
    if (best.empty() || is_optimal) {
        return 0;
    }
    const double size = std::abs(best.front().cost);
    return size > 0 ? std::max(best.front().cost - lower_bound, 0.0) / size : 0;
}

SolverResult enumerate(const CostNetwork& network, std::size_t best) {
    double assignments = 1;
    for (std::size_t i = 0; i < network.variables(); ++i) {
        assignments *= static_cast<double>(network.values(i));
    }
    if (assignments > 1e8) {
        throw std::invalid_argument("too many assignments to try them all");
    }
    SolverResult result;
    result.is_optimal = true;
    Assignment assignment(network.variables(), 0);
    for (bool is_done = false; !is_done;) {
        const double cost = network.cost(assignment);
        if (cost < forbidden && (result.best.size() < best || cost < result.best.back().cost)) {
            const auto place = std::upper_bound(
                result.best.begin(), result.best.end(), cost,
                [](double value, const Solution& solution) { return value < solution.cost; });
            result.best.insert(place, {assignment, cost});
            result.best.resize(std::min(result.best.size(), best));
        }
        std::size_t i = 0;
        while (i < assignment.size() && ++assignment[i] == network.values(i)) {
            assignment[i++] = 0;
        }
        is_done = i == assignment.size();
    }
    result.lower_bound = result.best.empty() ? forbidden : result.best.front().cost;
    return result;
}

} // namespace proxima::model
