#include "selection/bucket_search.hpp"
#include "selection/search/refined_search.hpp"
#include "selection/search/tabu_search.hpp"

#include <proxima/model/cost_network.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace proxima::model {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t cells_filled_at_once = 1 << 18; // takes less than a search would
constexpr std::size_t work_of_first_solutions = 1 << 20;
constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

class Solver {
public:
    Solver(const CostNetwork& network, const SolverLimits& limits)
        : network_(network), limits_(limits),
          deadline_(Clock::now() +
                    std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double>(std::min(limits.seconds, 1e9)))),
          elimination_(min_fill_order(network)), best_(network, limits.best) {}

    SolverResult run() {
        result_.width = elimination_.width;
        result_.lower_bound = -forbidden;
        search();
        result_.best = best_.take();
        if (result_.is_optimal) {
            result_.lower_bound = result_.best.empty() ? forbidden : result_.best.front().cost;
        }
        return std::move(result_);
    }

private:
    void search() {
        const auto cells = MiniBuckets::cells_without_split(network_, elimination_.order);
        if (network_.variables() == 0) {
            best_.offer({});
            result_.is_optimal = true;
            result_.is_exact_elimination = true;
        } else if (fits(cells) && cells <= static_cast<double>(cells_filled_at_once)) {
            search_buckets(limits_.cells, unlimited);
        } else {
            take_turns(cells);
        }
    }

    bool fits(double cells) const { return cells <= static_cast<double>(limits_.cells); }

    /// Which bound is better, that of mini-buckets or that of soft local consistency, shows only in
    /// the search. So both have their turns, longer and longer ones, and who is ahead longer ones.
    /// All tables without splits are filled once that takes no more than the searches have taken.
    void take_turns(double cells_without_split) {
        {
            const WholeCosts costs(network_, elimination_.order, forbidden);
            tabu_search(costs, work_of_first_solutions, best_);
        }
        RefinedSearch best_first(network_, elimination_.order, best_);
        raise(best_first.open_bound());
        const auto most = std::max<std::size_t>(limits_.cells / network_.variables(), 1);
        std::size_t cells = 1024;
        std::uint64_t bucket_nodes = 30000;
        std::uint64_t nodes = 500;
        double affordable = cells_filled_at_once;
        while (!is_over()) {
            affordable *= 4;
            if (fits(cells_without_split) && cells_without_split <= affordable) {
                search_buckets(limits_.cells, unlimited);
                return;
            }
            const auto bound = search_buckets(std::min(cells, most), bucket_nodes);
            if (is_over()) {
                return;
            }
            search_best_first(best_first, nodes);
            const bool is_behind = bound <= best_first.open_bound();
            cells *= is_behind ? 2 : 8;
            bucket_nodes *= is_behind ? 2 : 4;
            nodes *= is_behind ? 4 : 2;
        }
    }

    bool stops() const {
        return (limits_.stop != nullptr && *limits_.stop) || Clock::now() >= deadline_;
    }
    bool is_over() const { return result_.is_optimal || stops(); }

    /// The bound that was found.
    double search_buckets(std::size_t cells, std::uint64_t most_nodes) {
        const MiniBuckets buckets(network_, elimination_.order, cells);
        BucketSearch search(network_, elimination_.order, buckets, best_);
        result_.is_optimal = search.run(most_nodes, [this] { return stops(); });
        result_.is_exact_elimination = buckets.is_exact();
        result_.nodes += search.nodes();
        const auto bound = std::max(buckets.lower_bound(), search.open_bound());
        raise(bound);
        return bound;
    }

    void search_best_first(RefinedSearch& search, std::uint64_t most_nodes) {
        const auto before = search.nodes();
        result_.is_optimal = search.run(most_nodes, [this] { return stops(); });
        result_.is_exact_elimination = false;
        result_.nodes += search.nodes() - before;
        raise(search.open_bound());
    }

    void raise(double bound) {
        result_.lower_bound = std::max(result_.lower_bound, std::min(bound, best_.best_cost()));
    }

    const CostNetwork& network_;
    const SolverLimits& limits_;
    Clock::time_point deadline_;
    EliminationOrder elimination_;
    Incumbents best_;
    SolverResult result_;
};

} // namespace

SolverResult solve(const CostNetwork& network, const SolverLimits& limits) {
    return Solver(network, limits).run();
}

} // namespace proxima::model
