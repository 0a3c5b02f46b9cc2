// Two solvers of choice problems: bucket elimination, and branch and bound.
#pragma once

#include "solver/combined_network.hpp"

#include <optional>
#include <vector>

namespace proxima::select {

struct EliminationLimits {
    std::size_t best = 1;   // number of solutions to find
    std::size_t labels = 0; // partial solutions that may be kept
    Deadline deadline;
};

// Solves by bucket elimination with sets of partial solutions. Returns all solutions that fewer
// than `best` others weakly dominate: the `best` cheapest are among them; with `best` 1 they are
// the Pareto front. Unset if a limit was reached.
std::optional<std::vector<Assignment>> eliminate(const CombinedNetwork& network,
                                                 const EliminationOrder& order,
                                                 const EliminationLimits& limits);

// Searches depth first. The bound adds up the cost of the values chosen so far and, for each other
// variable, the least cost of a value with these and with any value of the variables after it. All
// criteria must be sums.
SolverResult branch_and_bound(const CombinedNetwork& network, const EliminationOrder& order,
                              std::size_t best, const Deadline& deadline);

} // namespace proxima::select
