// Trade-offs against trying everything.
#include "random_network.hpp"
#include "selection/front_search.hpp"

#include <proxima/model/trade_offs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

void for_all(const CostNetwork& network, const std::function<void(const Assignment&)>& visit) {
    for (const auto& solution : enumerate(network, 100000).best) {
        visit(solution.assignment);
    }
}

/// All that is not dominated, by comparing each with each.
std::vector<std::vector<double>> front_by_trying(const CostNetwork& network,
                                                 const std::vector<Objective>& criteria) {
    std::vector<std::vector<double>> all;
    for_all(network, [&](const Assignment& assignment) {
        std::vector<double> numbers{network.cost(assignment)};
        bool counts = true;
        for (const auto& criterion : criteria) {
            numbers.push_back(criterion.of(assignment));
            counts = counts && numbers.back() <= criterion.limit;
        }
        if (counts) {
            all.push_back(numbers);
        }
    });
    std::vector<std::vector<double>> front;
    for (const auto& one : all) {
        bool is_dominated = false;
        for (const auto& other : all) {
            bool nowhere_worse = other != one;
            for (std::size_t i = 0; i < one.size(); ++i) {
                nowhere_worse = nowhere_worse && other[i] <= one[i];
            }
            is_dominated = is_dominated || nowhere_worse;
        }
        if (!is_dominated && std::find(front.begin(), front.end(), one) == front.end()) {
            front.push_back(one);
        }
    }
    std::sort(front.begin(), front.end());
    return front;
}

CostNetwork without_pairs(const CostNetwork& network) {
    CostNetwork result;
    for (std::size_t i = 0; i < network.variables(); ++i) {
        result.add_variable(network.costs(i));
    }
    return result;
}

TEST(TradeOffs, FrontIsAllThatIsNotDominated) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const NetworkShape shape{2 + seed % 5, 2 + seed % 2, 0.3 * (seed % 4), 0};
        const auto network = random_network(shape, seed);
        std::vector<Objective> criteria;
        criteria.push_back(
            {random_network(shape, seed + 1000), false, seed % 3 == 0 ? 3000.0 : forbidden});
        if (seed % 2 == 0) {
            criteria.push_back({without_pairs(random_network(shape, seed + 2000)), true,
                                seed % 4 == 0 ? 800.0 : forbidden});
        }
        std::vector<std::vector<double>> found;
        for (const auto& one : pareto_front(network, criteria)) {
            found.push_back({one.cost});
            found.back().insert(found.back().end(), one.criteria.begin(), one.criteria.end());
            EXPECT_EQ(one.cost, network.cost(one.assignment));
        }
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, front_by_trying(network, criteria)) << seed;
    }
}

using Numbers = std::vector<std::vector<double>>;

Numbers numbers(const std::vector<TradeOff>& front) {
    Numbers found;
    for (const auto& one : front) {
        found.push_back({one.cost});
        found.back().insert(found.back().end(), one.criteria.begin(), one.criteria.end());
    }
    return found;
}

Front search(const CostNetwork& network, const std::vector<Objective>& criteria,
             const SolverLimits& limits = {}) {
    const Deadline deadline(limits);
    return front_by_search(network, criteria, limits, deadline);
}

/// Sums, worsts, two of them, with and without limits.
std::vector<Objective> criteria_without_pairs(const NetworkShape& shape, std::uint32_t seed) {
    const NetworkShape alone{shape.variables, shape.values, 0, 0};
    std::vector<Objective> criteria;
    criteria.push_back({without_pairs(random_network(alone, seed + 1000)), seed % 5 == 0,
                        seed % 3 == 0 ? 500.0 * static_cast<double>(shape.variables) : forbidden});
    if (seed % 2 == 0) {
        criteria.push_back({without_pairs(random_network(alone, seed + 2000)), seed % 4 == 0,
                            seed % 8 == 0 ? 800.0 : forbidden});
    }
    return criteria;
}

TEST(TradeOffs, FrontBySearchIsAllThatIsNotDominated) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const NetworkShape shape{2 + seed % 5, 2 + seed % 2, 0.3 * (seed % 4),
                                 seed % 7 == 0 ? 0.15 : 0};
        const auto network = random_network(shape, seed);
        const auto criteria = criteria_without_pairs(shape, seed);
        const auto front = search(network, criteria);
        EXPECT_TRUE(front.is_whole);
        auto found = numbers(front.trade_offs);
        EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), [](const auto& a, const auto& b) {
            return a.front() < b.front();
        }));
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, front_by_trying(network, criteria)) << seed;
    }
}

/// Solutions that cost the same are as many as can be.
TEST(TradeOffs, FrontBySearchWithTies) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        CostNetwork network;
        std::vector<Objective> criteria(1 + seed % 2);
        for (int i = 0; i < 6; ++i) {
            const auto some = [&] {
                return std::vector<double>{static_cast<double>(random() % 3),
                                           static_cast<double>(random() % 3)};
            };
            network.add_variable(some());
            for (auto& criterion : criteria) {
                criterion.costs.add_variable(some());
            }
        }
        auto found = numbers(search(network, criteria).trade_offs);
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, front_by_trying(network, criteria)) << seed;
    }
}

/// Of 2^n solutions with costs 1, 2, 4 ... and as much less quality, none is dominated.
TEST(TradeOffs, WhereTimeIsUpTheCheapestAreGiven) {
    CostNetwork network;
    Objective criterion;
    for (int i = 0; i < 30; ++i) {
        network.add_variable({0, std::ldexp(1.0, i)});
        criterion.costs.add_variable({0, -std::ldexp(1.0, i)});
    }
    SolverLimits limits;
    limits.seconds = 0.5;
    const auto front = find_front(network, {criterion}, limits);
    EXPECT_FALSE(front.is_whole);
    for (std::size_t i = 0; i < front.trade_offs.size(); ++i) {
        EXPECT_EQ(front.trade_offs[i].cost, static_cast<double>(i));
    }
    const std::atomic<bool> stop{true};
    limits.stop = &stop;
    EXPECT_FALSE(find_front(network, {criterion}, limits).is_whole);
}

TEST(TradeOffs, TwentyComponentsOfThreeImplementationsAllInteractingHaveAFront) {
    const NetworkShape shape{20, 3, 1, 0};
    const auto network = random_network(shape, 1);
    Objective criterion;
    for (std::size_t i = 0; i < 20; ++i) {
        criterion.costs.add_variable({0, 1, 1}); // few trade-offs: at most 21
    }
    const auto front = find_front(network, {criterion}, {});
    EXPECT_TRUE(front.is_whole);
    ASSERT_FALSE(front.trade_offs.empty());
    EXPECT_EQ(front.trade_offs.front().cost, solve(network, {}).best.front().cost);
    EXPECT_EQ(front.trade_offs.back().criteria[0], 0);
    EXPECT_EQ(front.trade_offs.back().cost, network.cost(Assignment(20, 0)));
}

TEST(TradeOffs, WithoutCriteriaTheFrontIsTheCheapest) {
    const auto network = random_network({6, 3, 0.5, 0}, 4);
    const auto front = pareto_front(network, {});
    ASSERT_EQ(front.size(), 1U);
    EXPECT_EQ(front[0].cost, enumerate(network, 1).best[0].cost);
}

TEST(TradeOffs, TooManyAreSaid) {
    const NetworkShape shape{12, 3, 0, 0};
    EXPECT_THROW(pareto_front(random_network(shape, 1), {{random_network(shape, 2)}}, 20),
                 TooManyTradeOffs);
}

TEST(TradeOffs, RiskIsTheLeastOfAllAssignments) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const NetworkShape shape{2 + seed % 5, 3, 0.25 * (seed % 5), 0};
        const auto mean = random_network(shape, seed);
        const auto variance = random_network(shape, seed + 500).plus(random_network(shape, 7), 50);
        for (const double factor : {0.0, 0.5, 2.0, 10.0}) {
            double least = forbidden;
            for_all(mean, [&](const Assignment& assignment) {
                least = std::min(least, mean.cost(assignment) +
                                            factor * std::sqrt(variance.cost(assignment)));
            });
            const auto result = minimise_risk(mean, variance, factor, {});
            EXPECT_TRUE(result.is_optimal);
            ASSERT_FALSE(result.best.empty());
            EXPECT_NEAR(result.best[0].cost, least, 1e-9 * least) << seed << ' ' << factor;
        }
    }
}

TEST(TradeOffs, RiskIsNotProvenWhereItHadToStop) {
    CostNetwork mean;
    mean.add_variable({0, 4, 10});
    CostNetwork variance;
    variance.add_variable({100, 16, 0});
    SolverLimits limits;
    limits.best = 1;
    EXPECT_EQ(minimise_risk(mean, variance, 1, limits).best[0].cost, 8); // 4 + sqrt(16)
    const std::atomic<bool> stop{true};
    auto told = limits;
    told.stop = &stop;
    auto no_time = limits;
    no_time.seconds = 0;
    for (const auto& ended : {told, no_time}) {
        const auto result = minimise_risk(mean, variance, 1, ended);
        EXPECT_FALSE(result.is_optimal); // what lies between the fastest and the steadiest counts
        ASSERT_FALSE(result.best.empty());
        EXPECT_EQ(result.best[0].cost, 10);
        EXPECT_LE(result.lower_bound, 8);
    }
}

TEST(TradeOffs, RiskWithinLimitsIsTheLeastOfAllWithinThem) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const NetworkShape shape{2 + seed % 5, 3, 0.25 * (seed % 5), 0};
        const auto mean = random_network(shape, seed);
        const auto variance = random_network(shape, seed + 500).plus(random_network(shape, 7), 50);
        const NetworkShape alone{shape.variables, shape.values, 0, 0};
        std::vector<Objective> limited{
            {without_pairs(random_network(alone, seed + 1000)), seed % 3 == 0, 700}};
        limited[0].limit *= limited[0].is_worst ? 1 : static_cast<double>(shape.variables) / 2;
        for (const double factor : {0.5, 10.0}) {
            double least = forbidden;
            for_all(mean, [&](const Assignment& assignment) {
                if (limited[0].of(assignment) <= limited[0].limit) {
                    least = std::min(least, mean.cost(assignment) +
                                                factor * std::sqrt(variance.cost(assignment)));
                }
            });
            const auto result = minimise_risk(mean, variance, factor, {}, limited);
            EXPECT_TRUE(result.is_optimal);
            ASSERT_EQ(result.best.empty(), least == forbidden);
            for (const auto& one : result.best) {
                EXPECT_LE(limited[0].of(one.assignment), limited[0].limit);
                EXPECT_TRUE(std::isfinite(one.cost));
            }
            if (!result.best.empty()) {
                EXPECT_NEAR(result.best[0].cost, least, 1e-9 * least) << seed << ' ' << factor;
            }
        }
    }
}

TEST(TradeOffs, WhatIsForbiddenIsNoRiskToTake) {
    CostNetwork mean;
    mean.add_variable({1, 2, forbidden});
    CostNetwork variance;
    variance.add_variable({4, 3, 0});
    SolverLimits limits;
    limits.best = 3;
    const auto result = minimise_risk(mean, variance, 1, limits);
    ASSERT_EQ(result.best.size(), 2U);
    EXPECT_EQ(result.best[0].cost, 3);
    EXPECT_EQ(result.best[1].assignment, Assignment{1});
}

} // namespace
