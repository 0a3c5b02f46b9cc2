// Depth-first branch and bound, for what elimination cannot do.
#pragma once

#include "selection/solver/combined_network.hpp"

namespace proxima::model {

/// The bound is what the values chosen so far cost, and for each other variable the least of a
/// value with these, and with any of the variables after it. All numbers of the network are sums.
SolverResult branch_and_bound(const CombinedNetwork& network, const EliminationOrder& order,
                              std::size_t best, const Deadline& deadline);

} // namespace proxima::model
