#include "selection/turns.hpp"

#include "selection/bucket_search.hpp"
#include "selection/search/tabu_search.hpp"

#include <algorithm>
#include <limits>

namespace proxima::model {
namespace {

constexpr std::size_t cells_filled_at_once = 1 << 18; // takes less than a search would
constexpr std::size_t work_of_first_solutions = 1 << 20;
constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

} // namespace

Deadline::Deadline(const SolverLimits& limits)
    : stop_(limits.stop),
      end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(std::min(limits.seconds, 1e9)))) {
}

bool Deadline::is_over() const {
    return (stop_ != nullptr && *stop_) || Clock::now() >= end_;
}

double Deadline::seconds_left() const {
    return std::chrono::duration<double>(end_ - Clock::now()).count();
}

Turns::Turns(const CostNetwork& network, const SolverLimits& limits, const Deadline& deadline,
             Incumbents& best)
    : network_(network), limits_(limits), deadline_(deadline), best_(best),
      elimination_(min_fill_order(network)),
      cells_without_split_(MiniBuckets::cells_without_split(network, elimination_.order)) {
    result_.width = elimination_.width;
    result_.lower_bound = -forbidden;
}

SolverResult Turns::run() {
    if (network_.variables() == 0) {
        best_.offer({});
        result_.is_optimal = true;
        result_.is_exact_elimination = true;
    } else if (!fill_tables(cells_filled_at_once)) {
        take_turns([this](double affordable) { return fill_tables(affordable); }, 1024);
    }
    return finished();
}

SolverResult Turns::run(const OtherWay& other_way) {
    const bool is_small = cells_without_split_ <= static_cast<double>(cells_filled_at_once);
    take_turns(other_way, is_small ? cells_filled_at_once : 1024);
    return finished();
}

SolverResult Turns::finished() {
    result_.best = best_.take();
    if (result_.is_optimal) {
        result_.lower_bound = result_.best.empty() ? forbidden : result_.best.front().cost;
    }
    return std::move(result_);
}

/// All tables without splits; false if that is not affordable.
bool Turns::fill_tables(double affordable) {
    if (!fits(cells_without_split_) || cells_without_split_ > affordable) {
        return false;
    }
    search_buckets(limits_.cells, unlimited);
    return true;
}

void Turns::take_turns(const OtherWay& other_way, std::size_t cells) {
    {
        const WholeCosts costs(network_, elimination_.order, forbidden);
        tabu_search(costs, work_of_first_solutions, best_);
    }
    RefinedSearch best_first(network_, elimination_.order, best_);
    raise(best_first.open_bound());
    const auto most = std::max<std::size_t>(limits_.cells / network_.variables(), 1);
    std::uint64_t bucket_nodes = 30000;
    std::uint64_t nodes = 500;
    double affordable = cells_filled_at_once;
    while (!is_over()) {
        affordable *= 4;
        if (cells_without_split_ <= affordable && other_way(affordable)) {
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

/// The bound that was found.
double Turns::search_buckets(std::size_t cells, std::uint64_t most_nodes) {
    const MiniBuckets buckets(network_, elimination_.order, cells);
    BucketSearch search(network_, elimination_.order, buckets, best_);
    result_.is_optimal = search.run(most_nodes, [this] { return deadline_.is_over(); });
    result_.is_exact_elimination = buckets.is_exact();
    result_.nodes += search.nodes();
    const auto bound = std::max(buckets.lower_bound(), search.open_bound());
    raise(bound);
    return bound;
}

void Turns::search_best_first(RefinedSearch& search, std::uint64_t most_nodes) {
    const auto before = search.nodes();
    result_.is_optimal = search.run(most_nodes, [this] { return deadline_.is_over(); });
    result_.is_exact_elimination = false;
    result_.nodes += search.nodes() - before;
    raise(search.open_bound());
}

void Turns::raise(double bound) {
    result_.lower_bound = std::max(result_.lower_bound, std::min(bound, best_.best_cost()));
}

} // namespace proxima::model
