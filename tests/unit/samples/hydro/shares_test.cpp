// The load balance of the mesh: planted costs of blocks, and speeds of ranks.
#include "forest/shares.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

namespace hydro::amr {
namespace {

// Every tenth of 1,000 blocks is at a shock, all of them in the first half, and costs 30 times as
// much as the others.
std::vector<double> blocks() {
    std::vector<double> costs(1000, 1);
    for (std::size_t b = 0; b < 500; b += 5) {
        costs[b] = 30;
    }
    return costs;
}

// The busiest rank's time beyond the mean, if the blocks are weighed by `weights`, on ranks that
// now have `own` blocks each.
double imbalance(const std::vector<double>& weights, const std::vector<double>& speeds,
                 const std::vector<std::size_t>& own) {
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<int> counts(speeds.size(), 0);
    auto begin = weights.begin();
    for (const std::size_t blocks_of_rank : own) {
        const auto end = begin + static_cast<std::ptrdiff_t>(blocks_of_rank);
        const auto more =
            shares({begin, end}, std::accumulate(weights.begin(), begin, 0.0), total, speeds);
        std::transform(more.begin(), more.end(), counts.begin(), counts.begin(), std::plus<>());
        begin = end;
    }
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0), 1000);
    const std::vector<double> costs = blocks();
    double most = 0;
    double sum = 0;
    auto block = costs.begin();
    for (std::size_t rank = 0; rank < speeds.size(); ++rank) {
        const double seconds = std::accumulate(block, block + counts[rank], 0.0) / speeds[rank];
        block += counts[rank];
        most = std::max(most, seconds);
        sum += seconds;
    }
    return most / (sum / static_cast<double>(speeds.size())) - 1;
}

TEST(Shares, BalanceThePlantedCosts) {
    const std::vector<double> equal(1000, 1);
    const std::vector<double> speeds{1, 1, 1, 1};
    const std::vector<std::size_t> own{250, 250, 250, 250};
    EXPECT_GT(imbalance(equal, speeds, own), 0.5);
    EXPECT_LT(imbalance(blocks(), speeds, own), 0.05);
    EXPECT_LT(imbalance(blocks(), speeds, {1000, 0, 0, 0}), 0.05);
}

TEST(Shares, GiveASlowRankLess) {
    EXPECT_LT(imbalance(blocks(), {0.4, 1}, {500, 500}), 0.05);
    EXPECT_LT(imbalance(blocks(), {1, 0.5, 0.7}, {0, 900, 100}), 0.05);
}

TEST(Shares, OfFewerBlocksThanRanksAreOneAtMost) {
    EXPECT_EQ(shares({1}, 0, 1, {1, 1, 1}), (std::vector<int>{0, 1, 0}));
}

} // namespace
} // namespace hydro::amr
