// The two ways to solve a choice problem.
#pragma once

#include "solver/combined_network.hpp"

#include <optional>
#include <vector>

namespace proxima::select {

struct EliminationLimits {
    std::size_t best = 1;   // as many as this that are nowhere worse make a solution unwanted
    std::size_t labels = 0; // partial solutions that are kept
    Deadline deadline;
};

// Bucket elimination with sets of partial solutions: all solutions than which fewer than `best`
// others are nowhere worse in all numbers. So the `best` cheapest are among them, and with 1 they
// are the Pareto front. Nothing where more partial solutions would have to be kept, or time was
// up.
std::optional<std::vector<Assignment>> eliminate(const CombinedNetwork& network,
                                                 const EliminationOrder& order,
                                                 const EliminationLimits& limits);

// Depth first. The bound is what the values chosen so far cost, and for each other variable the
// least of a value with these, and with any of the variables after it. All numbers must be sums.
SolverResult branch_and_bound(const CombinedNetwork& network, const EliminationOrder& order,
                              std::size_t best, const Deadline& deadline);

} // namespace proxima::select
