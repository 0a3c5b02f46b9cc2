// Chooses one value for each of many variables if some pairs of values cost extra: solves weighted
// constraint satisfaction problems.
//
//     select::ChoiceProblem problem;
//     const auto a = problem.costs.add_variable({3, 1});
//     const auto b = problem.costs.add_variable({2, 2});
//     problem.costs.add_pair(a, b, {0, 0, 5, 0}); // costs of (0,0) (0,1) (1,0) (1,1)
//     const select::SolverResult result = select::solve(problem, {});
//     std::cout << result.best.front().cost << '\n'; // 3: the assignment {1, 1}
//
// Units: any, the same for all costs of a network.
// Ownership: values.
// Thread safety: functions and const members are thread-safe.
// Errors: std::invalid_argument for a variable without values, for costs that do not match their
// variables, and for more than two criteria.
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
        std::vector<double> costs; ///< rows: values of `first`; columns: of `second`
    };

    /// Adds a variable with a value for each of `costs`, at least one; returns its number.
    std::size_t add_variable(std::vector<double> costs);

    /// Adds costs of the values of two variables together to those that the pair has.
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
    /// Index in pairs_ by the two variables, the smaller number first.
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> pair_numbers_;
};

/// Secondary criterion of an assignment; less is better. Its costs have no pairs.
struct Criterion {
    CostNetwork costs;
    bool is_worst = false;    ///< the largest of the variables' costs counts, not their sum
    double limit = forbidden; ///< assignments with a larger value are infeasible

    double of(const Assignment& assignment) const;
};

/// Minimises the cost within the limits of the criteria.
struct ChoiceProblem {
    CostNetwork costs;
    std::vector<Criterion> criteria; ///< over the same variables
};

struct SolverLimits {
    std::size_t best = 2;                      ///< number of solutions to find
    double seconds = 60;                       ///< then the solver returns the best found so far
    std::size_t labels = std::size_t{1} << 23; ///< partial solutions that elimination may keep
    const std::atomic<bool>* stop = nullptr;   ///< true stops the solver as if out of time
};

struct Solution {
    Assignment assignment;
    double cost = 0;
};

struct SolverResult {
    std::vector<Solution> best;  ///< sorted by cost; fewer than wanted if there are no more
    double lower_bound = 0;      ///< no solution costs less
    bool is_optimal = false;     ///< `best` are proven to be the best of all
    bool is_elimination = false; ///< solved by elimination; else by branch and bound
    std::size_t width = 0;       ///< width of the elimination order

    /// Bounds how much less a solution might cost, relative to the best found.
    double gap() const;
};

/// Solves by bucket elimination (Dechter 1999) along a min-fill order, with a set of partial
/// solutions in each cell; if these are too many, by depth-first branch and bound. Allows at most
/// two limited sums.
SolverResult solve(const ChoiceProblem& problem, const SolverLimits& limits);

/// Returns the Pareto front of the cost and at most two criteria, sorted by cost, without
/// duplicates. Unset if elimination would keep too many partial solutions, or if time was up.
std::optional<std::vector<Solution>> pareto_front(const ChoiceProblem& problem,
                                                  const SolverLimits& limits);

} // namespace proxima::select
