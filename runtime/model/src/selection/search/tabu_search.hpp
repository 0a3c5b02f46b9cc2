// Good solutions before any are proven.
#pragma once

#include "selection/search/incumbents.hpp"
#include "selection/search/whole_costs.hpp"

#include <cstddef>

namespace proxima::model {

/// Tabu search (Glover 1989): the best change of one variable, for better or worse, that does not
/// take back a recent one. About `most_work` costs are looked at; the same always.
void tabu_search(const WholeCosts& costs, std::size_t most_work, Incumbents& best);

} // namespace proxima::model
