#include "selection/lagrangian.hpp"
#include "selection/partial_solutions.hpp"
#include "selection/search/incumbents.hpp"
#include "selection/search/sum_limits.hpp"
#include "selection/turns.hpp"

#include <proxima/model/trade_offs.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace proxima::model {
namespace {

/// Without the values that are too bad even alone.
CostNetwork without_too_bad(CostNetwork network, const std::vector<Objective>& limited) {
    for (const auto& one : limited) {
        for (std::size_t i = 0; i < network.variables() && one.is_worst; ++i) {
            for (std::size_t value = 0; value < network.values(i); ++value) {
                if (one.costs.costs(i)[value] > one.limit) {
                    network.forbid(i, value);
                }
            }
        }
    }
    return network;
}

/// Sums that are not within their limit anyway.
std::vector<Objective> limited_sums(const std::vector<Objective>& limited) {
    std::vector<Objective> sums;
    std::copy_if(limited.begin(), limited.end(), std::back_inserter(sums),
                 [](const Objective& one) { return !one.is_worst && one.limit < forbidden; });
    return sums;
}

/// Search with the limits as prices, and now and then elimination with sets of partial solutions,
/// which is through early where neighbours, or different sums, are few.
class Within {
public:
    Within(const CostNetwork& network, std::vector<Objective> objectives,
           const SolverLimits& limits)
        : network_(network), objectives_(std::move(objectives)), limits_(limits), deadline_(limits),
          sums_(objectives_), best_(network, limits.best, sums_) {}

    SolverResult run() {
        if (contradicts()) {
            SolverResult none;
            none.is_optimal = true;
            none.lower_bound = forbidden;
            none.width = min_fill_order(network_).width;
            return none;
        }
        if (network_.variables() == 0) {
            return solve(network_, limits_);
        }
        const auto relaxed = Lagrangian(network_, sums_, deadline_, best_).relaxed();
        bool is_eliminated = false;
        auto result = Turns(relaxed, limits_, deadline_, best_).run([&](double cells) {
            is_eliminated = eliminate(cells);
            return is_eliminated;
        });
        if (is_eliminated) {
            result.is_optimal = true;
            result.is_exact_elimination = true;
            result.lower_bound = result.best.empty() ? forbidden : result.best.front().cost;
        } else {
            result.is_exact_elimination = false;
        }
        return result;
    }

private:
    /// Whether the limits cannot all be kept, whatever that costs.
    bool contradicts() {
        for (std::size_t sum = 0; sum < sums_.size(); ++sum) {
            if (sums_.least(sum) > sums_.most(sum)) {
                return true;
            }
        }
        return sums_.size() == most_eliminated_criteria && contradict_each_other();
    }

    /// Without costs, elimination has nothing but the sums to look at.
    bool contradict_each_other() {
        CostNetwork free;
        for (std::size_t i = 0; i < network_.variables(); ++i) {
            free.add_variable(std::vector<double>(network_.values(i), 0));
        }
        const auto found = trade_offs_by_elimination(free, objectives_, affordable(1 << 20));
        for (const auto& one : found.value_or(std::vector<TradeOff>{})) {
            best_.offer(one.assignment);
        }
        return found && found->empty();
    }

    EliminationLimits affordable(double partial_solutions) const {
        EliminationLimits limits;
        limits.most = static_cast<std::size_t>(std::min(partial_solutions, 1.0 * (1 << 23)));
        limits.most_made = 4 * limits.most;
        limits.stops = [this] { return deadline_.is_over(); };
        return limits;
    }

    /// Whether that was affordable.
    bool eliminate(double cells) {
        if (objectives_.size() > most_eliminated_criteria) {
            return false;
        }
        auto limits = affordable(cells);
        limits.best = limits_.best;
        const auto found = trade_offs_by_elimination(network_, objectives_, limits);
        for (const auto& one : found.value_or(std::vector<TradeOff>{})) {
            best_.offer(one.assignment);
        }
        return found.has_value();
    }

    const CostNetwork& network_;
    std::vector<Objective> objectives_;
    const SolverLimits& limits_;
    Deadline deadline_;
    SumLimits sums_;
    Incumbents best_;
};

} // namespace

SolverResult solve_within(const CostNetwork& network, const std::vector<Objective>& limited,
                          const SolverLimits& limits) {
    const auto possible = without_too_bad(network, limited);
    auto sums = limited_sums(limited);
    return sums.empty() ? solve(possible, limits) : Within(possible, std::move(sums), limits).run();
}

} // namespace proxima::model
