#include "selection/mini_buckets.hpp"

#include <proxima/model/cost_network.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace proxima::model {
namespace {

using Clock = std::chrono::steady_clock;

/// Sums of the same costs in different orders differ by some last bits.
constexpr double rounding = 1e-12;

/// The best solutions found so far, each once.
class BestSolutions {
public:
    explicit BestSolutions(std::size_t most) : most_(std::max<std::size_t>(most, 1)) {}

    void offer(const CostNetwork& network, const Assignment& assignment) {
        const double cost = network.cost(assignment);
        if (!(cost < limit())) {
            return;
        }
        for (const auto& known : best_) {
            if (known.assignment == assignment) {
                return;
            }
        }
        const auto place = std::upper_bound(
            best_.begin(), best_.end(), cost,
            [](double value, const Solution& solution) { return value < solution.cost; });
        best_.insert(place, {assignment, cost});
        best_.resize(std::min(best_.size(), most_));
    }

    /// What costs this much, or more, is of no use.
    double limit() const { return best_.size() < most_ ? forbidden : best_.back().cost; }
    double best_cost() const { return best_.empty() ? forbidden : best_.front().cost; }
    std::vector<Solution> take() { return std::move(best_); }

private:
    std::size_t most_;
    std::vector<Solution> best_;
};

/// Changes one variable after the other while that makes the assignment cheaper.
void descend(const CostNetwork& network, Assignment assignment, BestSolutions& best) {
    double cost = network.cost(assignment);
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (std::size_t i = 0; i < network.variables(); ++i) {
            for (std::size_t value = 0; value < network.values(i); ++value) {
                const auto old = assignment[i];
                assignment[i] = value;
                const double changed = network.cost(assignment);
                if (changed < cost) {
                    cost = changed;
                    has_changed = true;
                } else {
                    assignment[i] = old;
                }
            }
        }
    }
    best.offer(network, assignment);
}

/// Depth-first search along the elimination order, last variable first, cheapest bound first.
/// With exact buckets it goes straight to the best solutions.
class Search {
public:
    Search(const CostNetwork& network, const std::vector<std::size_t>& order,
           const MiniBuckets& buckets, BestSolutions& best)
        : network_(network), order_(order), buckets_(buckets), best_(best),
          assignment_(network.variables(), 0) {}

    /// False if it had to stop before it was through.
    bool run(Clock::time_point deadline, std::uint64_t most_nodes) {
        open(buckets_.lower_bound());
        while (!levels_.empty()) {
            auto& level = levels_.back();
            if (level.next == level.branches.size() ||
                is_useless(level.branches[level.next].bound)) {
                levels_.pop_back();
                continue;
            }
            if (++nodes_ > most_nodes || (nodes_ % 1024 == 0 && Clock::now() > deadline)) {
                return false;
            }
            const auto branch = level.branches[level.next++];
            assignment_[variable(levels_.size())] = branch.value;
            if (levels_.size() == order_.size()) {
                finish();
            } else {
                open(branch.bound);
            }
        }
        return true;
    }

    std::uint64_t nodes() const { return nodes_; }

    /// No solution that has not been looked at costs less.
    double open_bound() const {
        double least = forbidden;
        for (const auto& level : levels_) {
            if (level.next < level.branches.size()) {
                least = std::min(least, level.branches[level.next].bound);
            }
        }
        return least;
    }

private:
    struct Branch {
        std::size_t value;
        double bound;
    };
    struct Level {
        std::vector<Branch> branches;
        std::size_t next = 0;
    };

    std::size_t variable(std::size_t level) const { return order_[order_.size() - level]; }

    bool is_useless(double bound) const {
        const double limit = best_.limit();
        return limit == forbidden ? bound == forbidden
                                  : bound >= limit - rounding * std::abs(limit);
    }

    void open(double bound) {
        levels_.emplace_back();
        const auto next = variable(levels_.size());
        const double before = buckets_.before(next, assignment_);
        auto& branches = levels_.back().branches;
        for (std::size_t value = 0; value < network_.values(next); ++value) {
            assignment_[next] = value;
            const double after = buckets_.after(next, assignment_);
            if (after < forbidden) {
                branches.push_back({value, bound - before + after});
            }
        }
        std::sort(branches.begin(), branches.end(), [](const auto& a, const auto& b) {
            return a.bound != b.bound ? a.bound < b.bound : a.value < b.value;
        });
    }

    void finish() {
        const double before = best_.best_cost();
        best_.offer(network_, assignment_);
        if (!buckets_.is_exact() && best_.best_cost() < before) {
            descend(network_, assignment_, best_);
        }
    }

    const CostNetwork& network_;
    const std::vector<std::size_t>& order_;
    const MiniBuckets& buckets_;
    BestSolutions& best_;
    Assignment assignment_;
    std::vector<Level> levels_;
    std::uint64_t nodes_ = 0;
};

class Solver {
public:
    Solver(const CostNetwork& network, const SolverLimits& limits)
        : network_(network), limits_(limits),
          deadline_(Clock::now() +
                    std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double>(std::min(limits.seconds, 1e9)))),
          elimination_(min_fill_order(network)), best_(limits.best) {}

    SolverResult run() {
        result_.width = elimination_.width;
        result_.lower_bound = -forbidden;
        const auto cells = MiniBuckets::cells_without_split(network_, elimination_.order);
        if (network_.variables() == 0) {
            best_.offer(network_, {});
            result_.is_optimal = true;
            result_.is_exact_elimination = true;
        } else {
            deepen(cells);
        }
        result_.best = best_.take();
        if (result_.is_optimal) {
            result_.lower_bound = result_.best.empty() ? forbidden : result_.best.front().cost;
        }
        return std::move(result_);
    }

private:
    /// Larger tables give better bounds and take longer: as large as the search turns out to need.
    /// Where all fit, no bound is better.
    void deepen(double cells_without_split) {
        constexpr std::size_t small = 1 << 18; // is filled before a search has begun
        constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
        const bool fits = cells_without_split <= static_cast<double>(limits_.cells);
        std::size_t cells = 1024;
        std::uint64_t nodes = 20000;
        const bool is_small = cells_without_split <= static_cast<double>(small);
        const auto most = fits ? limits_.cells / 8 : limits_.cells / network_.variables();
        while (!(fits && is_small) && cells < most && !is_over()) {
            search(cells, nodes);
            cells *= 8;
            nodes *= 8;
        }
        if (!is_over()) {
            search(fits ? limits_.cells : std::max<std::size_t>(most, 1), unlimited);
        }
    }

    bool is_over() const { return result_.is_optimal || Clock::now() >= deadline_; }

    void search(std::size_t cells, std::uint64_t most_nodes) {
        const MiniBuckets buckets(network_, elimination_.order, cells);
        Search search(network_, elimination_.order, buckets, best_);
        result_.is_optimal = search.run(deadline_, most_nodes);
        result_.nodes += search.nodes();
        result_.is_exact_elimination = buckets.is_exact();
        if (!result_.is_optimal) {
            result_.lower_bound = std::max({result_.lower_bound, buckets.lower_bound(),
                                            std::min(search.open_bound(), best_.best_cost())});
        }
    }

    const CostNetwork& network_;
    const SolverLimits& limits_;
    Clock::time_point deadline_;
    EliminationOrder elimination_;
    BestSolutions best_;
    SolverResult result_;
};

} // namespace

SolverResult solve(const CostNetwork& network, const SolverLimits& limits) {
    return Solver(network, limits).run();
}

} // namespace proxima::model
