#include "results/call_graph_rows.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::detail {

namespace {

// Of equal values the lowest rank counts, whatever the order of merging.
bool is_before(double left, std::int32_t left_rank, double right,
               std::int32_t right_rank) noexcept {
    return left < right || (left == right && left_rank < right_rank);
}

void add(Spread& spread, std::uint64_t ranks, const Spread& other,
         std::uint64_t other_ranks) noexcept {
    if (is_before(other.minimum, other.minimum_rank, spread.minimum, spread.minimum_rank)) {
        spread.minimum = other.minimum;
        spread.minimum_rank = other.minimum_rank;
    }
    if (is_before(-other.maximum, other.maximum_rank, -spread.maximum, spread.maximum_rank)) {
        spread.maximum = other.maximum;
        spread.maximum_rank = other.maximum_rank;
    }
    const auto mine = static_cast<double>(ranks);
    const auto others = static_cast<double>(other_ranks);
    const double distance = other.mean - spread.mean;
    spread.squares += other.squares + distance * distance * mine * others / (mine + others);
    spread.mean += distance * others / (mine + others);
}

} // namespace

void NodeRow::add(const NodeRow& other) noexcept {
    if (other.calls != 0) {
        minimum = calls == 0 ? other.minimum : std::min(minimum, other.minimum);
        maximum = std::max(maximum, other.maximum);
        const auto mine = static_cast<double>(calls);
        const auto others = static_cast<double>(other.calls);
        const double distance = other.mean - mean;
        const double squares = mine * deviation * deviation +
                               others * other.deviation * other.deviation +
                               distance * distance * mine * others / (mine + others);
        mean += distance * others / (mine + others);
        deviation = std::sqrt(squares / (mine + others));
    }
    calls += other.calls;
    exclusive += other.exclusive;
    inclusive += other.inclusive;
    communication += other.communication;
    mpi_calls += other.mpi_calls;
}

void CounterRow::add(const CounterRow& other) noexcept {
    exclusive += other.exclusive;
    inclusive += other.inclusive;
}

void BinRow::add(const BinRow& other) noexcept {
    minimum = calls == 0 ? other.minimum : std::min(minimum, other.minimum);
    maximum = std::max(maximum, other.maximum);
    calls += other.calls;
    sum += other.sum;
    squares += other.squares;
}

void SpreadRow::add(const SpreadRow& other) noexcept {
    detail::add(calls, ranks, other.calls, other.ranks);
    detail::add(inclusive, ranks, other.inclusive, other.ranks);
    detail::add(communication, ranks, other.communication, other.ranks);
    ranks += other.ranks;
}

} // namespace proxima::detail
