// Solvers against trying everything, and against numbers that are known.
#include "random_network.hpp"

#include <proxima/model/cost_network.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <stdexcept>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

SolverLimits limits(std::size_t best, std::size_t cells = std::size_t{1} << 20) {
    SolverLimits result;
    result.best = best;
    result.cells = cells;
    result.seconds = 3600;
    return result;
}

void expect_same(const SolverResult& solved, const SolverResult& expected) {
    EXPECT_TRUE(solved.is_optimal);
    ASSERT_EQ(solved.best.size(), expected.best.size());
    for (std::size_t i = 0; i < expected.best.size(); ++i) {
        EXPECT_EQ(solved.best[i].cost, expected.best[i].cost) << i;
    }
    EXPECT_EQ(solved.lower_bound, expected.lower_bound);
    EXPECT_EQ(solved.gap(), 0);
}

TEST(Solve, TheBestOfEachNeedNotBeTheBestTogether) {
    CostNetwork network;
    const auto a = network.add_variable({3, 1});
    const auto b = network.add_variable({2, 4});
    network.add_pair(a, b, {0, 0, 5, 0});
    const auto result = solve(network, limits(4));
    ASSERT_EQ(result.best.size(), 4U);
    EXPECT_EQ(result.best[0].cost, 5); // (0,0) 5, (1,1) 5, (0,1) 7, (1,0) 8
    EXPECT_EQ(result.best[1].cost, 5);
    EXPECT_EQ(result.best[2].assignment, (Assignment{0, 1}));
    EXPECT_EQ(result.best[3].assignment, (Assignment{1, 0}));
}

TEST(Solve, IsTheBestOfAllThatThereAre) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const NetworkShape shape{2 + seed % 7, 1 + seed % 4, 0.2 * (seed % 6),
                                 seed % 3 == 0 ? 0.3 : 0};
        const auto network = random_network(shape, seed);
        const auto expected = enumerate(network, 5);
        expect_same(solve(network, limits(5)), expected);
    }
}

TEST(Solve, BranchAndBoundFindsTheSame) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const auto network =
            random_network({8, 3, 0.3 + 0.1 * (seed % 8), seed % 4 == 0 ? 0.2 : 0}, seed);
        const auto solved = solve(network, limits(3, 8 * (1 + seed % 9))); // tables hardly fit
        expect_same(solved, enumerate(network, 3));
    }
}

TEST(Solve, AllSolutionsOnceInOrder) {
    const auto network = random_network({5, 3, 1, 0}, 5);
    const auto all = solve(network, limits(1000));
    ASSERT_EQ(all.best.size(), 243U);
    std::set<Assignment> assignments;
    for (const auto& solution : all.best) {
        EXPECT_EQ(solution.cost, network.cost(solution.assignment));
        assignments.insert(solution.assignment);
    }
    EXPECT_EQ(assignments.size(), 243U);
    EXPECT_TRUE(std::is_sorted(all.best.begin(), all.best.end(),
                               [](const auto& a, const auto& b) { return a.cost < b.cost; }));
}

TEST(Solve, TwentyComponentsOfThreeImplementationsAllInteracting) {
    const auto network = random_network({20, 3, 1, 0}, 1); // 3^20 assemblies
    const auto result = solve(network, limits(2));
    ASSERT_TRUE(result.is_optimal);
    EXPECT_EQ(result.width, 19U);
    EXPECT_EQ(result.best[0].cost, network.cost(result.best[0].assignment));
    for (std::size_t i = 0; i < 20; ++i) { // no single change is better
        for (std::size_t value = 0; value < 3; ++value) {
            auto changed = result.best[0].assignment;
            changed[i] = value;
            EXPECT_GE(network.cost(changed), result.best[0].cost);
        }
    }
}

TEST(Solve, TwoHundredInstancesOfTreewidthFour) {
    const auto network = random_band(200, 5, 4, 3);
    const auto result = solve(network, limits(2));
    EXPECT_TRUE(result.is_optimal);
    EXPECT_TRUE(result.is_exact_elimination);
    EXPECT_EQ(result.width, 4U);
    EXPECT_LE(result.best[0].cost, result.best[1].cost);
}

TEST(Solve, MinFillIsExactOnTreesAndCycles) {
    CostNetwork network;
    for (int i = 0; i < 9; ++i) {
        network.add_variable({0, 0});
    }
    for (std::size_t i = 1; i < 9; ++i) {
        network.add_pair((i - 1) / 2, i, {0, 1, 1, 0});
    }
    EXPECT_EQ(min_fill_order(network).width, 1U);
    network.add_pair(7, 8, {0, 1, 1, 0});
    EXPECT_EQ(min_fill_order(network).width, 2U);
    auto order = min_fill_order(network).order;
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

/// What is said of a search that was stopped, by whatever, must hold.
void expect_true_bounds(const SolverResult& stopped, double optimum) {
    ASSERT_FALSE(stopped.best.empty());
    EXPECT_GE(stopped.best.front().cost, optimum);
    EXPECT_LE(stopped.lower_bound, optimum);
    EXPECT_TRUE(std::isfinite(stopped.lower_bound));
    EXPECT_EQ(stopped.gap() == 0,
              stopped.is_optimal || stopped.best.front().cost <= stopped.lower_bound);
}

TEST(Solve, WhatTimeDoesNotSufficeForHasAGap) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        const auto network = random_network({16, 4, 0.8, 0}, seed);
        const double optimum = solve(network, limits(1)).best.front().cost;
        for (const double seconds : {0.0, 0.002, 0.01}) {
            auto hurried = limits(1, 1024);
            hurried.seconds = seconds;
            expect_true_bounds(solve(network, hurried), optimum);
        }
    }
    auto no_time = limits(2, 4096);
    no_time.seconds = 0;
    const auto result = solve(random_network({40, 4, 1, 0}, 2), no_time);
    EXPECT_FALSE(result.is_optimal);
    EXPECT_GT(result.gap(), 0);
}

TEST(Solve, StopsWhenToldTo) {
    const auto network = random_network({16, 4, 0.8, 0}, 1);
    const double optimum = solve(network, limits(1)).best.front().cost;
    const std::atomic<bool> stop{true};
    auto told = limits(1, 1024);
    told.stop = &stop;
    const auto result = solve(network, told);
    EXPECT_FALSE(result.is_optimal);
    expect_true_bounds(result, optimum);
}

TEST(Solve, NothingToChooseAndNothingAllowed) {
    EXPECT_EQ(solve(CostNetwork{}, limits(2)).best.size(), 1U);
    CostNetwork network;
    const auto a = network.add_variable({1, 2});
    network.forbid(a, 0);
    EXPECT_EQ(solve(network, limits(2)).best.size(), 1U);
    network.forbid(a, 1);
    EXPECT_TRUE(solve(network, limits(2)).best.empty());
    EXPECT_THROW(network.add_variable({}), std::invalid_argument);
    EXPECT_THROW(network.add_pair(a, a, {0, 0, 0, 0}), std::invalid_argument);
}

TEST(Solve, PairsGivenTwiceAddUp) {
    CostNetwork network;
    const auto a = network.add_variable({0, 0});
    const auto b = network.add_variable({0, 0, 0});
    network.add_pair(a, b, {1, 2, 3, 4, 5, 6});
    network.add_pair(b, a, {10, 40, 20, 50, 30, 60});
    EXPECT_EQ(network.pairs().size(), 1U);
    EXPECT_EQ(network.cost({1, 2}), 66);
    EXPECT_EQ(network.cost({0, 1}), 22);
    EXPECT_EQ(network.plus(network, 0.5).cost({1, 2}), 99);
}

} // namespace
