// The best solutions found so far.
#pragma once

#include "selection/search/sum_limits.hpp"

#include <proxima/model/cost_network.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace proxima::model {

/// As many as are wanted, each once, and only those that the limits allow.
class Incumbents {
public:
    /// All are kept by reference.
    Incumbents(const CostNetwork& network, std::size_t most, const SumLimits& sums = no_limits())
        : network_(network), sums_(sums), most_(std::max<std::size_t>(most, 1)) {}

    void offer(const Assignment& assignment) {
        const double cost = network_.cost(assignment);
        if (!(cost < limit()) || !sums_.allow(assignment)) {
            return;
        }
        for (const auto& known : best_) {
            if (known.assignment == assignment) {
                return;
            }
        }
        const auto place = std::upper_bound(
            best_.begin(), best_.end(), cost,
            [](double value, const Solution& solution) { return value < solution.cost; });
        best_.insert(place, {assignment, cost});
        best_.resize(std::min(best_.size(), most_));
    }

    /// What costs this much, or more, is of no use.
    double limit() const { return best_.size() < most_ ? forbidden : best_.back().cost; }
    const SumLimits& sums() const { return sums_; }
    std::size_t wanted() const { return most_; }
    double best_cost() const { return best_.empty() ? forbidden : best_.front().cost; }
    const std::vector<Solution>& solutions() const { return best_; }
    std::vector<Solution> take() { return std::move(best_); }

private:
    static const SumLimits& no_limits() {
        static const SumLimits none;
        return none;
    }

    const CostNetwork& network_;
    const SumLimits& sums_;
    std::size_t most_;
    std::vector<Solution> best_;
};

} // namespace proxima::model
