#include "solver/solvers.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace proxima::select {
namespace {

constexpr std::uint64_t nodes_between_clock_reads = 256;

class Search {
public:
    Search(const CombinedNetwork& network, const EliminationOrder& order, std::size_t best,
           const Deadline& deadline)
        : network_(network), order_(order.order.rbegin(), order.order.rend()), best_(best),
          deadline_(deadline), later_(order_.size()), costs_(order_.size()), rest_(order_.size()),
          assignment_(order_.size(), 0) {
        std::vector<std::size_t> position(order_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            position[order_[i]] = i;
            costs_[order_[i]] = network.values(order_[i]);
            rest_[order_[i]].assign(costs_[order_[i]].size(), 0);
        }
        for (const auto& pair : network.pairs()) {
            add_pair(pair, position[pair.first] < position[pair.second]);
        }
    }

    SolverResult run() {
        result_.lower_bound = forbidden; // bound of the nodes left open
        descend(0, CostVector{});
        result_.is_optimal = !is_over_;
        const double found = result_.best.empty() ? forbidden : result_.best.front().cost;
        result_.lower_bound = std::min(result_.lower_bound, found);
        return std::move(result_);
    }

private:
    using Costs = std::vector<CostVector>; // costs by value

    // A pair with a variable that gets its value later: for each value the costs of the later
    // one's.
    struct Later {
        std::size_t variable;
        std::vector<std::vector<double>> costs;
    };

    void add_pair(const CostNetwork::Pair& pair, bool is_in_order) {
        const auto first = is_in_order ? pair.first : pair.second;
        const auto second = is_in_order ? pair.second : pair.first;
        const auto columns = network_.values(pair.second).size();
        Later later{second, {}};
        for (std::size_t i = 0; i < network_.values(first).size(); ++i) {
            auto& row = later.costs.emplace_back();
            for (std::size_t j = 0; j < network_.values(second).size(); ++j) {
                row.push_back(pair.costs[is_in_order ? i * columns + j : j * columns + i]);
            }
            rest_[first][i] += *std::min_element(row.begin(), row.end());
        }
        later_[first].push_back(std::move(later));
    }

    // Lower bound of the cost of `chosen` and all variables from `depth` on.
    CostVector bound(std::size_t depth, CostVector chosen) const {
        for (auto i = depth; i < order_.size(); ++i) {
            CostVector least;
            least.fill(forbidden);
            for (std::size_t value = 0; value < costs_[order_[i]].size(); ++value) {
                auto whole = costs_[order_[i]][value];
                whole[0] += rest_[order_[i]][value];
                for (std::size_t n = 0; n < network_.criteria(); ++n) {
                    least[n] = std::min(least[n], whole[n]);
                }
            }
            chosen = network_.combined(chosen, least);
        }
        return chosen;
    }

    bool is_wanted(double cost) const {
        return result_.best.size() < best_ || cost < result_.best.back().cost;
    }

    void descend(std::size_t depth, const CostVector& chosen) {
        if (depth == order_.size()) {
            keep(chosen[0]);
            return;
        }
        const auto variable = order_[depth];
        std::vector<std::pair<double, std::size_t>> open; // bounds, and values
        for (std::size_t value = 0; value < costs_[variable].size(); ++value) {
            const auto before = choose(variable, value);
            const auto least = bound(depth + 1, network_.combined(chosen, costs_[variable][value]));
            restore(variable, before);
            if (network_.is_feasible(least)) {
                open.emplace_back(least[0], value);
            }
        }
        std::sort(open.begin(), open.end());
        for (const auto& [cost, value] : open) {
            is_over_ =
                is_over_ || (++nodes_ % nodes_between_clock_reads == 0 && deadline_.is_over());
            if (!is_wanted(cost)) {
                return;
            }
            if (is_over_) {
                result_.lower_bound = std::min(result_.lower_bound, cost);
                return;
            }
            assignment_[variable] = value;
            const auto before = choose(variable, value);
            descend(depth + 1, network_.combined(chosen, costs_[variable][value]));
            restore(variable, before);
        }
    }

    // Adds the pair costs of a value to those of later variables; returns their costs before.
    std::vector<Costs> choose(std::size_t variable, std::size_t value) {
        std::vector<Costs> before;
        for (const auto& later : later_[variable]) {
            auto& costs = costs_[later.variable];
            before.push_back(costs);
            for (std::size_t other = 0; other < costs.size(); ++other) {
                costs[other][0] += later.costs[value][other];
            }
        }
        return before;
    }

    void restore(std::size_t variable, const std::vector<Costs>& before) {
        for (std::size_t i = 0; i < before.size(); ++i) {
            costs_[later_[variable][i].variable] = before[i];
        }
    }

    void keep(double cost) {
        const auto place = std::upper_bound(
            result_.best.begin(), result_.best.end(), cost,
            [](double value, const Solution& solution) { return value < solution.cost; });
        result_.best.insert(place, {assignment_, cost});
        result_.best.resize(std::min(result_.best.size(), best_));
    }

    const CombinedNetwork& network_;
    std::vector<std::size_t> order_; // reversed order of elimination
    std::size_t best_;
    const Deadline& deadline_;
    std::vector<std::vector<Later>> later_; // pairs of each variable
    std::vector<Costs> costs_;              // costs by variable, with the values chosen before it
    std::vector<std::vector<double>> rest_; // least pair cost of each value with later variables
    Assignment assignment_;
    SolverResult result_;
    std::uint64_t nodes_ = 0;
    bool is_over_ = false;
};

} // namespace

SolverResult branch_and_bound(const CombinedNetwork& network, const EliminationOrder& order,
                              std::size_t best, const Deadline& deadline) {
    return Search(network, order, best, deadline).run();
}

} // namespace proxima::select
