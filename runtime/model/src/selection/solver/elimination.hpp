// Bucket elimination with sets of partial solutions.
#pragma once

#include "selection/solver/combined_network.hpp"

#include <optional>
#include <vector>

namespace proxima::model {

struct EliminationLimits {
    std::size_t best = 1;   ///< as many as this that are nowhere worse make a solution unwanted
    std::size_t labels = 0; ///< partial solutions that are kept
    Deadline deadline;
};

/// All solutions than which fewer than `best` others are nowhere worse in all numbers: so the
/// `best` cheapest are among them, and with 1 they are the Pareto front. Nothing where more partial
/// solutions would have to be kept, or time was up.
std::optional<std::vector<Assignment>> eliminate(const CombinedNetwork& network,
                                                 const EliminationOrder& order,
                                                 const EliminationLimits& limits);

} // namespace proxima::model
