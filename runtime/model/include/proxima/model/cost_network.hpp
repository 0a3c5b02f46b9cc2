// Choosing one value for each of many variables where some pairs of values cost extra: a weighted
// constraint satisfaction problem.
//
//     CostNetwork network;
//     const auto a = network.add_variable({3, 1}), b = network.add_variable({2, 2});
//     network.add_pair(a, b, {0, 0, 5, 0}); // (0,0) (0,1) (1,0) (1,1)
//     const auto result = solve(network, {});
//     result.best.front();                  // {1, 1} costs 3
//
// Units: any. Ownership: values. Thread-safety: const members may be called from several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace proxima::model {

using Assignment = std::vector<std::size_t>; ///< the value of each variable

constexpr double forbidden = std::numeric_limits<double>::infinity();

class CostNetwork {
public:
    struct Pair {
        std::size_t first;
        std::size_t second;
        std::vector<double> costs; ///< of each value of `first`, those of `second`
    };

    /// A variable with a value for each of `costs`, of which there is at least one; its number.
    std::size_t add_variable(std::vector<double> costs);

    /// More for each value of a variable.
    void add_to_variable(std::size_t variable, const std::vector<double>& costs);

    /// Costs of the values of two variables together; adds to those that the pair has.
    void add_pair(std::size_t first, std::size_t second, const std::vector<double>& costs);

    void forbid(std::size_t variable, std::size_t value) { costs_[variable][value] = forbidden; }

    std::size_t variables() const { return costs_.size(); }
    std::size_t values(std::size_t variable) const { return costs_[variable].size(); }
    const std::vector<double>& costs(std::size_t variable) const { return costs_[variable]; }
    const std::vector<Pair>& pairs() const { return pairs_; }

    double cost(const Assignment& assignment) const;

    /// This network and `share` times the costs of another with the same variables.
    CostNetwork plus(const CostNetwork& other, double share) const;

private:
    std::vector<std::vector<double>> costs_;
    std::vector<Pair> pairs_;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> places_; ///< of pairs, smaller first
};

/// Eliminating variables in this order joins few others at a time (Rose 1970: least fill first).
struct EliminationOrder {
    std::vector<std::size_t> order;
    std::size_t width = 0; ///< the most neighbours of a variable when it is eliminated
};
EliminationOrder min_fill_order(const CostNetwork& network);

struct SolverLimits {
    std::size_t best = 2;                     ///< how many solutions are wanted
    double seconds = 60;                      ///< then the best found so far are given
    std::size_t cells = std::size_t{1} << 24; ///< of all tables; eight bytes each
    const std::atomic<bool>* stop = nullptr;  ///< where true, as if time were up
};

struct Solution {
    Assignment assignment;
    double cost = 0;
};

/// By cost; equal ones in the order of their values.
inline bool is_cheaper(const Solution& one, const Solution& other) {
    return one.cost != other.cost ? one.cost < other.cost : one.assignment < other.assignment;
}

struct SolverResult {
    std::vector<Solution> best;        ///< by cost; fewer than wanted where there are no more
    double lower_bound = 0;            ///< no solution costs less
    bool is_optimal = false;           ///< `best` are the best of all
    bool is_exact_elimination = false; ///< else branch and bound
    std::size_t width = 0;
    std::uint64_t nodes = 0; ///< of the search

    /// How much less a solution might cost, relative to the best found.
    double gap() const;
};

/// Bucket elimination along a min-fill order (Dechter 1999) where its tables are small, else branch
/// and bound, by turns with bounds from mini-buckets (Kask and Dechter 2001) and from soft local
/// consistency (EDAC*, de Givry et al. 2005). Costs may be negative or `forbidden`. No solution:
/// `best` is empty.
///
/// `is_optimal`: nothing is cheaper than what is in `best`, but for rounding. Where all costs are
/// multiples of a power of two, such as whole numbers, there is none if that is at least 2^-50 of
/// the range of sums and 2^-51 of the sum of the largest costs; else solutions that differ by less
/// than 1e-12 of their cost, or by such a part for each variable and pair, count as equal.
/// `lower_bound` is rounded down.
SolverResult solve(const CostNetwork& network, const SolverLimits& limits);

/// The same by trying everything: for tests. Throws std::invalid_argument beyond 10^8 assignments.
SolverResult enumerate(const CostNetwork& network, std::size_t best);

} // namespace proxima::model
