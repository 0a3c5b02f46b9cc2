// Searches that take turns until one of them is through.
#pragma once

#include "selection/search/incumbents.hpp"
#include "selection/search/refined_search.hpp"

#include <proxima/model/cost_network.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace proxima::model {

/// When a solver has to stop.
class Deadline {
public:
    explicit Deadline(const SolverLimits& limits);

    bool is_over() const;
    double seconds_left() const;

private:
    using Clock = std::chrono::steady_clock;
    const std::atomic<bool>* stop_;
    Clock::time_point end_;
};

/// Which bound is better, that of mini-buckets or that of soft local consistency, shows only in the
/// search. So both have their turns, longer and longer ones, and who is ahead longer ones.
class Turns {
public:
    /// Solves in another way if that takes no more than filling so many cells: whether it has. Not
    /// asked where tables without splits have more.
    using OtherWay = std::function<bool(double cells)>;

    /// All are kept by reference. No solution that `best` takes costs less there than in `network`.
    Turns(const CostNetwork& network, const SolverLimits& limits, const Deadline& deadline,
          Incumbents& best);

    /// Where both networks are the same: all tables without splits are filled at once where that
    /// takes less than a search would.
    SolverResult run();

    /// Where not, the cheapest solutions of `network` may be many that `best` does not take.
    SolverResult run(const OtherWay& other_way);

private:
    SolverResult finished();
    bool fill_tables(double affordable);
    void take_turns(const OtherWay& other_way, std::size_t cells);
    bool fits(double cells) const { return cells <= static_cast<double>(limits_.cells); }
    bool is_over() const { return result_.is_optimal || deadline_.is_over(); }
    double search_buckets(std::size_t cells, std::uint64_t most_nodes);
    void search_best_first(RefinedSearch& search, std::uint64_t most_nodes);
    void raise(double bound);

    const CostNetwork& network_;
    const SolverLimits& limits_;
    const Deadline& deadline_;
    Incumbents& best_;
    EliminationOrder elimination_;
    double cells_without_split_;
    SolverResult result_;
};

} // namespace proxima::model
