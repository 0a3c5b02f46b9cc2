// Bucket elimination with sets of partial solutions.
#pragma once

#include <proxima/model/trade_offs.hpp>

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace proxima::model {

constexpr std::size_t most_eliminated_criteria = 2;

struct EliminationLimits {
    std::size_t most = 0; ///< partial solutions, that are kept
    std::size_t most_made = std::numeric_limits<std::size_t>::max(); ///< before some are dropped
    std::size_t best = 1;        ///< solutions of each kind that are wanted; beyond one, ties too
    std::function<bool()> stops; ///< asked now and then
};

/// All solutions within the limits than which fewer than `best` others are nowhere worse in cost
/// and criteria, by ascending cost: so the `best` cheapest are among them, and with 1 they are the
/// Pareto front, of equal ones one. Nothing where more partial solutions would have to be kept, or
/// it was stopped.
std::optional<std::vector<TradeOff>>
trade_offs_by_elimination(const CostNetwork& network, const std::vector<Objective>& criteria,
                          const EliminationLimits& limits);

} // namespace proxima::model
