// Limits turned into prices.
#pragma once

#include "selection/search/incumbents.hpp"
#include "selection/search/sum_limits.hpp"
#include "selection/turns.hpp"

#include <proxima/model/cost_network.hpp>

#include <cstddef>
#include <vector>

namespace proxima::model {

/// Lagrangian relaxation: what exceeds a limit is paid for, what falls short of it is paid back.
/// So solutions within the limits cost no more than before, and the cheapest of all, which is a
/// plain selection, bounds them from below. Looks for the prices with which it does so best.
class Lagrangian {
public:
    /// All are kept by reference; solutions that are met are offered to `best`.
    Lagrangian(const CostNetwork& network, const SumLimits& sums, const Deadline& deadline,
               Incumbents& best);

    /// With the best prices that were found. They need not be the very best: any are right.
    CostNetwork relaxed();

private:
    using Prices = std::vector<double>; ///< of each sum

    /// A solution, by its cost and the sums beyond the limits.
    struct Point {
        double cost = 0;
        std::vector<double> excess;
        Assignment assignment = {};
    };

    void look_along_line();
    void follow_subgradients();
    Point point(const Assignment& assignment) const;
    Point cheapest(const Prices& prices);
    Point within(const Point& beyond);
    CostNetwork relaxed(const Prices& prices) const;
    double spread(std::size_t sum) const;
    double range_of_costs() const;

    const CostNetwork& network_;
    const SumLimits& sums_;
    const Deadline& deadline_;
    Incumbents& best_;
    bool is_nearly_a_tree_;
    Prices prices_;
};

} // namespace proxima::model
