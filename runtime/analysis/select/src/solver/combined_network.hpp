// A network whose costs are vectors: the cost of a choice problem, and its criteria.
#pragma once

#include <proxima/select/cost_network.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <vector>

namespace proxima::select {

constexpr std::size_t most_criteria = 3;
using CostVector = std::array<double, most_criteria>; // the cost, then criteria

class CombinedNetwork {
public:
    // `problem` must outlive this. Takes all criteria if `for_front`, else only limited sums: a
    // limited worst just forbids values. Throws std::invalid_argument if there are more than
    // most_criteria.
    CombinedNetwork(const ChoiceProblem& problem, bool for_front);

    std::size_t criteria() const { return size_; }
    std::size_t variables() const { return variables_.size(); }
    const std::vector<CostVector>& values(std::size_t variable) const {
        return variables_[variable];
    }
    // Pairs add to the cost only.
    const std::vector<CostNetwork::Pair>& pairs() const { return pairs_; }

    CostVector empty_sum() const { return empty_sum_; }
    CostVector combined(CostVector one, const CostVector& other) const;

    // True if no value is forbidden and no limit exceeded, now or by further costs.
    bool is_feasible(const CostVector& costs) const;

private:
    void add(const CostNetwork& costs, bool is_worst, double limit);
    double shift(const std::vector<double>& costs, std::size_t criterion);
    void forbid_above(const Criterion& criterion);

    std::size_t size_ = 0;
    std::array<bool, most_criteria> is_worst_{};
    CostVector limits_;
    CostVector empty_sum_{};
    std::vector<std::vector<CostVector>> variables_;
    const std::vector<CostNetwork::Pair>& pairs_;
};

// Order of elimination that joins few variables at a time (Rose 1970: least fill first).
struct EliminationOrder {
    std::vector<std::size_t> order;
    std::size_t width = 0; // largest number of neighbours of a variable when it is eliminated
    double cells = 0;      // sum over all tables
};
EliminationOrder min_fill_order(const CombinedNetwork& network);

// The time at which a solver has to stop.
class Deadline {
public:
    Deadline(const SolverLimits& limits, double share)
        : stop_(limits.stop),
          end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(limits.seconds * share))) {}

    bool is_over() const { return (stop_ != nullptr && *stop_) || Clock::now() >= end_; }

private:
    using Clock = std::chrono::steady_clock;
    const std::atomic<bool>* stop_;
    Clock::time_point end_;
};

} // namespace proxima::select
