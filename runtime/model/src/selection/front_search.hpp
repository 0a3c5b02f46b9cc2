// Fronts by search.
#pragma once

#include "selection/turns.hpp"

#include <proxima/model/trade_offs.hpp>

#include <vector>

namespace proxima::model {

/// The Pareto front by one selection within limits after the other.
Front front_by_search(const CostNetwork& network, const std::vector<Objective>& criteria,
                      const SolverLimits& limits, const Deadline& deadline);

} // namespace proxima::model
