#include "selection/front_search.hpp"
#include "selection/mini_buckets.hpp"
#include "selection/partial_solutions.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

namespace proxima::model {
namespace {

constexpr std::size_t few_partial_solutions = 1 << 18;
constexpr std::size_t many_partial_solutions = 1 << 23;

bool is_of_pairs(const Objective& criterion) {
    return !criterion.is_worst && !criterion.costs.pairs().empty();
}

std::optional<std::vector<TradeOff>> eliminate(const CostNetwork& network,
                                               const std::vector<Objective>& criteria,
                                               std::size_t most,
                                               const std::function<bool()>& stops) {
    EliminationLimits limits;
    limits.most = most;
    limits.stops = stops;
    return trade_offs_by_elimination(network, criteria, limits);
}

} // namespace

Front find_front(const CostNetwork& network, const std::vector<Objective>& criteria,
                 const SolverLimits& limits) {
    if (criteria.size() > most_eliminated_criteria ||
        std::any_of(criteria.begin(), criteria.end(), is_of_pairs)) {
        throw std::invalid_argument("at most two criteria, of single variables");
    }
    const Deadline deadline(limits);
    const double cells = MiniBuckets::cells_without_split(network, min_fill_order(network).order);
    const auto is_over = [&] { return deadline.is_over(); };
    const auto is_half_over = [&] {
        return deadline.is_over() || deadline.seconds_left() < limits.seconds / 2;
    };
    std::optional<std::vector<TradeOff>> front;
    if (cells <= static_cast<double>(few_partial_solutions)) {
        front = eliminate(network, criteria, few_partial_solutions, is_over);
    }
    if (!front && cells <= static_cast<double>(many_partial_solutions)) {
        front = eliminate(network, criteria, many_partial_solutions, is_half_over);
    }
    return front ? Front{std::move(*front), true}
                 : front_by_search(network, criteria, limits, deadline);
}

} // namespace proxima::model
