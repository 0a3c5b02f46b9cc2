// Choosing one value for each of many variables where some pairs of values cost extra: a weighted
// constraint satisfaction problem.
//
//     ChoiceProblem problem;
//     auto& network = problem.costs;
//     const auto a = network.add_variable({3, 1}), b = network.add_variable({2, 2});
//     network.add_pair(a, b, {0, 0, 5, 0}); // (0,0) (0,1) (1,0) (1,1)
//     const auto result = solve(problem, {});
//     result->front();                      // {1, 1} costs 3
//
// Units: any. Ownership: values. Thread-safety: functions and const members may be called from
// several threads.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
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

    /// Costs of the values of two variables together; adds to those that the pair has.
    void add_pair(std::size_t first, std::size_t second, const std::vector<double>& costs);

    void forbid(std::size_t variable, std::size_t value) { costs_[variable][value] = forbidden; }

    std::size_t variables() const { return costs_.size(); }
    std::size_t values(std::size_t variable) const { return costs_[variable].size(); }
    const std::vector<double>& costs(std::size_t variable) const { return costs_[variable]; }
    const std::vector<Pair>& pairs() const { return pairs_; }

    double cost(const Assignment& assignment) const;

private:
    std::vector<std::vector<double>> costs_;
    std::vector<Pair> pairs_;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> places_; ///< of pairs, smaller first
};

/// What an assignment costs besides its cost; less is better.
struct Criterion {
    CostNetwork costs;
    bool is_worst = false;    ///< the largest of the variables' costs counts, not their sum
    double limit = forbidden; ///< assignments that have more do not count

    double of(const Assignment& assignment) const;
};

/// Minimises the cost within the limits of the criteria.
struct ChoiceProblem {
    CostNetwork costs;
    std::vector<Criterion> criteria; ///< of the same variables; a worst one has no pairs
};

struct SolverLimits {
    std::size_t best = 2;                      ///< how many solutions are wanted
    std::size_t labels = std::size_t{1} << 23; ///< partial solutions that may be kept
};

struct Solution {
    Assignment assignment;
    double cost = 0;
};

/// The cheapest, as many as wanted or as there are, by cost: bucket elimination (Dechter 1999)
/// along a min-fill order, with a set of partial solutions in each cell. Nothing where these would
/// be too many. At most two limited sums.
std::optional<std::vector<Solution>> solve(const ChoiceProblem& problem,
                                           const SolverLimits& limits);

/// The Pareto front: solutions than which none is better in the cost or a criterion and
/// nowhere worse, by cost; of equal ones one. At most two criteria. Nothing where there
/// would be too many partial solutions.
std::optional<std::vector<Solution>> pareto_front(const ChoiceProblem& problem,
                                                  const SolverLimits& limits);

} // namespace proxima::model
