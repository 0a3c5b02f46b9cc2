#include "selection/mini_buckets.hpp"
#include "selection/search/best_first.hpp"
#include "selection/search/tabu_search.hpp"

#include <proxima/model/cost_network.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace proxima::model {
namespace {

using Clock = std::chrono::steady_clock;

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
        const auto& order = elimination_.order;
        {
            const WholeCosts costs(network_, order, forbidden);
            tabu_search(costs, 1 << 22, best_);
        }
        const WholeCosts costs(network_, order, best_.limit());
        BestFirst search(costs, best_);
        result_.is_optimal = search.run(1ULL << 60, [&] { return Clock::now() >= deadline_; });
        result_.nodes = search.nodes();
        result_.lower_bound = std::min(search.open_bound(), best_.best_cost());
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
