// Choosing where more than one number counts: time against its spread, or against quality.
//
// Ownership: values. Thread-safety: functions may be called from several threads.
#pragma once

#include <proxima/model/cost_network.hpp>

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace proxima::model {

/// What a solution costs besides its cost; less is better.
struct Objective {
    CostNetwork costs;
    bool is_worst = false;    ///< the largest of the variables' costs counts, not their sum
    double limit = forbidden; ///< solutions that have more do not count

    double of(const Assignment& assignment) const;
    double least() const;    ///< of all assignments, where pairs cost nothing
    double rounding() const; ///< what sums of the same in different orders may differ by
};

/// The cheapest solutions within the limits of some objectives. Exact, as `solve`: limited sums
/// become prices (Lagrangian relaxation), and branch and bound closes the gap that these leave;
/// where that is quick, bucket elimination with sets of partial solutions. A limit is kept if what
/// exceeds it may be rounding. Pairs may not add to limited sums: throws std::invalid_argument.
SolverResult solve_within(const CostNetwork& network, const std::vector<Objective>& limited,
                          const SolverLimits& limits);

struct TradeOff {
    Assignment assignment;
    double cost = 0;
    std::vector<double> criteria;
};

/// There are more trade-offs than can be kept.
class TooManyTradeOffs : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// All solutions than which none is better in one of cost and criteria and not worse in another, by
/// ascending cost; of equal ones one. At most two criteria. Exact, by bucket elimination; throws
/// TooManyTradeOffs if more than `most` partial solutions would have to be kept.
std::vector<TradeOff> pareto_front(const CostNetwork& network,
                                   const std::vector<Objective>& criteria,
                                   std::size_t most = std::size_t{1} << 23);

struct Front {
    std::vector<TradeOff> trade_offs; ///< by ascending cost
    bool is_whole = true;             ///< else the cheapest ones, before time was up
};

/// The same front, but where elimination would have to keep too much, or takes too long, by one
/// selection within limits after the other. Stops as `limits` say. At most two criteria, to which
/// pairs may not add: throws std::invalid_argument.
Front find_front(const CostNetwork& network, const std::vector<Objective>& criteria,
                 const SolverLimits& limits);

struct RiskResult {
    std::vector<Solution> best; ///< by risk, which is their cost here
    double lower_bound = 0;
    bool is_optimal = false;
    std::size_t width = 0;
    bool is_exact_elimination = false;
};

/// Minimises mean + factor * sqrt(variance), factor >= 0. That is concave, so the best solution is
/// a corner of the convex hull of all (mean, variance), and corners are the solutions of weighted
/// sums: each is a plain selection. Only the first of `best` is proven; others are corners that
/// were met, and with factor 0 the next best. All that is `forbidden` is so in `mean`. With limited
/// objectives the same holds of the solutions within their limits.
RiskResult minimise_risk(const CostNetwork& mean, const CostNetwork& variance, double factor,
                         const SolverLimits& limits, const std::vector<Objective>& limited = {});

} // namespace proxima::model
