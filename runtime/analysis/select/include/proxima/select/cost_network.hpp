// Choosing one value for each of many variables where some pairs of values cost extra: a weighted
// constraint satisfaction problem.
//
//     ChoiceProblem problem;
//     auto& network = problem.costs;
//     const auto a = network.add_variable({3, 1}), b = network.add_variable({2, 2});
//     network.add_pair(a, b, {0, 0, 5, 0}); // (0,0) (0,1) (1,0) (1,1)
//     const auto result = solve(problem, {});
//     result.best.front();                  // {1, 1} costs 3
//
// Units: any. Ownership: values. Thread-safety: functions and const members may be called from
// several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace proxima::select {

using Assignment = std::vector<std::size_t>; ///< the value of each variable

constexpr double forbidden = std::numeric_limits<double>::infinity();

class CostNetwork {
public:
    struct Pair {
        std::size_t first;
        std::size_t second;
        std::vector<double> costs; ///< of each value of `first`, those of `second`
    };

    /// Adds a variable with a value for each of `costs`, at least one; returns its number.
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

/// Secondary criterion of an assignment; less is better.
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
    double seconds = 60;                       ///< then the best found so far are given
    std::size_t labels = std::size_t{1} << 23; ///< partial solutions that elimination may keep
    const std::atomic<bool>* stop = nullptr;   ///< where true, as if time were up
};

struct Solution {
    Assignment assignment;
    double cost = 0;
};

struct SolverResult {
    std::vector<Solution> best;  ///< by cost; fewer than wanted where there are no more
    double lower_bound = 0;      ///< no solution has less
    bool is_optimal = false;     ///< `best` are the best of all
    bool is_elimination = false; ///< else branch and bound
    std::size_t width = 0;       ///< of the elimination order

    /// How much less a solution might have, relative to the best found.
    double gap() const;
};

/// Bucket elimination (Dechter 1999) along a min-fill order, with a set of partial solutions in
/// each cell; where these are too many, depth-first branch and bound. At most two limited sums.
SolverResult solve(const ChoiceProblem& problem, const SolverLimits& limits);

/// The Pareto front: solutions than which none is better in the cost or a criterion and
/// nowhere worse, by cost; of equal ones one. At most two criteria. Nothing where elimination
/// would have to keep too many partial solutions, or time was up.
std::optional<std::vector<Solution>> pareto_front(const ChoiceProblem& problem,
                                                  const SolverLimits& limits);

} // namespace proxima::select
