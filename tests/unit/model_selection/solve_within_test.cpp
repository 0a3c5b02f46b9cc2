// Selection within limits against trying everything.
#include "random_network.hpp"
#include "selection/search/best_first.hpp"

#include <proxima/model/trade_offs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <map>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

SolverLimits best(std::size_t count) {
    SolverLimits limits;
    limits.best = count;
    return limits;
}

CostNetwork without_pairs(const CostNetwork& network) {
    CostNetwork result;
    for (std::size_t i = 0; i < network.variables(); ++i) {
        result.add_variable(network.costs(i));
    }
    return result;
}

/// What each value adds to a quality, and how much that may be: a share of the way from the least
/// sum, or worst, to the most.
Objective limited(const NetworkShape& shape, std::uint32_t seed, bool is_worst, double share) {
    Objective objective{without_pairs(random_network({shape.variables, shape.values, 0, 0}, seed)),
                        is_worst};
    double most = is_worst ? -forbidden : 0;
    for (std::size_t i = 0; i < objective.costs.variables(); ++i) {
        const auto& costs = objective.costs.costs(i);
        const double largest = *std::max_element(costs.begin(), costs.end());
        most = is_worst ? std::max(most, largest) : most + largest;
    }
    objective.limit = std::floor(objective.least() + share * (most - objective.least()));
    return objective;
}

bool keeps(const std::vector<Objective>& limits, const Assignment& assignment) {
    return std::all_of(limits.begin(), limits.end(),
                       [&](const Objective& one) { return one.of(assignment) <= one.limit; });
}

std::vector<double> best_by_trying(const CostNetwork& network, const std::vector<Objective>& limits,
                                   std::size_t count) {
    std::vector<double> costs;
    Assignment assignment(network.variables(), 0);
    for (std::size_t i = 0; i < assignment.size();) {
        if (keeps(limits, assignment) && network.cost(assignment) < forbidden) {
            costs.push_back(network.cost(assignment));
        }
        for (i = 0; i < assignment.size() && ++assignment[i] == network.values(i); ++i) {
            assignment[i] = 0;
        }
    }
    const auto wanted = static_cast<std::ptrdiff_t>(std::min(count, costs.size()));
    std::partial_sort(costs.begin(), costs.begin() + wanted, costs.end());
    costs.resize(static_cast<std::size_t>(wanted));
    return costs;
}

void expect_best(const CostNetwork& network, const std::vector<Objective>& limits,
                 std::size_t count) {
    const auto result = solve_within(network, limits, best(count));
    EXPECT_TRUE(result.is_optimal);
    std::vector<double> costs;
    std::vector<Assignment> assignments;
    for (const auto& one : result.best) {
        costs.push_back(one.cost);
        assignments.push_back(one.assignment);
        EXPECT_EQ(one.cost, network.cost(one.assignment));
        EXPECT_TRUE(keeps(limits, one.assignment));
    }
    EXPECT_EQ(costs, best_by_trying(network, limits, count));
    std::sort(assignments.begin(), assignments.end());
    EXPECT_EQ(std::unique(assignments.begin(), assignments.end()), assignments.end());
    EXPECT_EQ(result.lower_bound, costs.empty() ? forbidden : costs.front());
}

TEST(SolveWithin, OneSumAsByTryingAll) {
    for (std::uint32_t seed = 0; seed < 120; ++seed) {
        const NetworkShape shape{3 + seed % 5, 2 + seed % 3, 0.25 * (seed % 5),
                                 seed % 3 == 0 ? 0.15 : 0};
        const auto network = random_network(shape, seed);
        for (const double share : {0.0, 0.1, 0.3, 0.7, 1.0}) {
            SCOPED_TRACE(testing::Message() << seed << ' ' << share);
            expect_best(network, {limited(shape, seed + 1000, false, share)}, 1 + seed % 4);
        }
    }
}

TEST(SolveWithin, SeveralSumsAndWorstsAsByTryingAll) {
    for (std::uint32_t seed = 0; seed < 120; ++seed) {
        const NetworkShape shape{3 + seed % 5, 2 + seed % 3, 0.25 * (seed % 5),
                                 seed % 4 == 0 ? 0.15 : 0};
        const auto network = random_network(shape, seed);
        for (const double share : {0.15, 0.35, 0.6}) {
            SCOPED_TRACE(testing::Message() << seed << ' ' << share);
            std::vector<Objective> limits{limited(shape, seed + 1000, false, share),
                                          limited(shape, seed + 2000, seed % 3 == 0, 0.5)};
            if (seed % 5 == 0) {
                limits.push_back(limited(shape, seed + 3000, false, 0.5));
            }
            expect_best(network, limits, 1 + seed % 4);
        }
    }
}

/// Less may cost more, and sums may be below nothing.
TEST(SolveWithin, NegativeCosts) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const NetworkShape shape{6, 3, 0.3 * (seed % 4), 0};
        CostNetwork nothing;
        for (std::size_t i = 0; i < shape.variables; ++i) {
            nothing.add_variable({0, 0, 0});
        }
        const auto network = nothing.plus(random_network(shape, seed), seed % 2 == 0 ? -1 : 1);
        auto limit = limited(shape, seed + 1000, false, 0.4);
        limit.costs = nothing.plus(limit.costs, -1);
        limit.limit = -limit.limit;
        expect_best(network, {limit}, 3);
    }
}

TEST(SolveWithin, AllPairsOfTwelveComponentsInteract) {
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        const NetworkShape shape{12, 3, 1, 0};
        const auto network = random_network(shape, seed);
        for (const double share : {0.1, 0.3}) {
            expect_best(network, {limited(shape, seed + 1000, false, share)}, 4);
        }
        expect_best(
            network,
            {limited(shape, seed + 1000, false, 0.35), limited(shape, seed + 2000, false, 0.35)},
            2);
    }
}

/// What two components cost together depends on the kinds of their implementations alone, which
/// each component numbers in its own way. So the optimum follows from how many there are of each
/// kind, and dynamic programming over these numbers and the quality knows it.
struct KindsOfThree {
    static constexpr std::size_t components = 20;
    using Counts = std::array<std::size_t, 3>;

    std::vector<std::array<double, 3>> costs;     ///< of each kind
    std::vector<std::array<double, 3>> qualities; ///< whole numbers; less is better
    std::array<std::array<double, 3>, 3> together{};

    explicit KindsOfThree(std::uint32_t seed) : costs(components), qualities(components) {
        std::mt19937 random(seed);
        for (std::size_t i = 0; i < components; ++i) {
            for (std::size_t kind = 0; kind < 3; ++kind) {
                costs[i][kind] = static_cast<double>(random() % 1000);
                qualities[i][kind] = static_cast<double>(random() % 20);
            }
        }
        for (std::size_t one = 0; one < 3; ++one) {
            for (std::size_t other = 0; other <= one; ++other) {
                together[one][other] = static_cast<double>(random() % 100);
                together[other][one] = together[one][other];
            }
        }
    }

    static std::size_t kind(std::size_t component, std::size_t value) {
        return (component + value * (1 + component % 2)) % 3;
    }

    CostNetwork network() const {
        CostNetwork network;
        for (std::size_t i = 0; i < components; ++i) {
            network.add_variable(
                {costs[i][kind(i, 0)], costs[i][kind(i, 1)], costs[i][kind(i, 2)]});
        }
        for (std::size_t i = 0; i < components; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                std::vector<double> pair;
                for (std::size_t at = 0; at < 9; ++at) {
                    pair.push_back(together[kind(i, at / 3)][kind(j, at % 3)]);
                }
                network.add_pair(i, j, pair);
            }
        }
        return network;
    }

    Objective quality(double limit) const {
        Objective objective;
        objective.limit = limit;
        for (std::size_t i = 0; i < components; ++i) {
            objective.costs.add_variable(
                {qualities[i][kind(i, 0)], qualities[i][kind(i, 1)], qualities[i][kind(i, 2)]});
        }
        return objective;
    }

    double between(const Counts& counts) const {
        double sum = 0;
        for (std::size_t one = 0; one < 3; ++one) {
            const auto many = static_cast<double>(counts[one]);
            sum += together[one][one] * many * (many - 1) / 2;
            for (std::size_t other = 0; other < one; ++other) {
                sum += together[one][other] * many * static_cast<double>(counts[other]);
            }
        }
        return sum;
    }

    double optimum(double limit) const {
        std::map<std::pair<Counts, double>, double> least{{{Counts{}, 0.0}, 0.0}};
        for (std::size_t i = 0; i < components; ++i) {
            std::map<std::pair<Counts, double>, double> next;
            for (const auto& [state, cost] : least) {
                for (std::size_t kind = 0; kind < 3; ++kind) {
                    auto [counts, quality] = state;
                    ++counts[kind];
                    const auto place =
                        next.emplace(std::pair(counts, quality + qualities[i][kind]), forbidden);
                    place.first->second = std::min(place.first->second, cost + costs[i][kind]);
                }
            }
            least = std::move(next);
        }
        double result = forbidden;
        for (const auto& [state, cost] : least) {
            if (state.second <= limit) {
                result = std::min(result, cost + between(state.first));
            }
        }
        return result;
    }
};

TEST(SolveWithin, TwentyComponentsOfThreeImplementationsAllInteracting) {
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        const KindsOfThree problem(seed);
        const auto network = problem.network();
        for (const double limit : {110.0, 130.0, 160.0}) {
            const auto result = solve_within(network, {problem.quality(limit)}, best(1));
            EXPECT_TRUE(result.is_optimal);
            ASSERT_FALSE(result.best.empty());
            EXPECT_EQ(result.best[0].cost, problem.optimum(limit)) << seed << ' ' << limit;
            EXPECT_LE(problem.quality(limit).of(result.best[0].assignment), limit);
        }
    }
}

TEST(SolveWithin, WhatCannotBeHadIsKnownAtOnce) {
    const auto network = random_network({30, 3, 1, 0}, 1);
    auto one = limited({30, 3, 0, 0}, 1000, false, 0);
    one.limit -= 1;
    const auto none = solve_within(network, {one}, best(1));
    EXPECT_TRUE(none.is_optimal);
    EXPECT_TRUE(none.best.empty());
    // Each for itself can be had, but what is good for one is bad for the other.
    one.limit += 100;
    auto other = one;
    CostNetwork nothing;
    for (std::size_t i = 0; i < 30; ++i) {
        nothing.add_variable({0, 0, 0});
    }
    other.costs = nothing.plus(one.costs, -1);
    other.limit = other.least() + 100;
    const auto neither = solve_within(network, {one, other}, best(1));
    EXPECT_TRUE(neither.is_optimal);
    EXPECT_TRUE(neither.best.empty());
}

/// What is said when time is up must hold.
TEST(SolveWithin, WhatTimeDoesNotSufficeForHasAGap) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        const NetworkShape shape{16, 4, 0.8, 0};
        const auto network = random_network(shape, seed);
        const std::vector<Objective> limits{limited(shape, seed + 1000, false, 0.3)};
        const double optimum = solve_within(network, limits, best(1)).best.front().cost;
        for (const double seconds : {0.0, 0.002, 0.01, 0.05}) {
            auto hurried = best(1);
            hurried.seconds = seconds;
            const auto stopped = solve_within(network, limits, hurried);
            EXPECT_LE(stopped.lower_bound, optimum);
            for (const auto& one : stopped.best) {
                EXPECT_TRUE(keeps(limits, one.assignment));
                EXPECT_GE(one.cost, optimum);
            }
        }
        const std::atomic<bool> stop{true};
        auto stopped = best(1);
        stopped.stop = &stop;
        EXPECT_FALSE(solve_within(network, limits, stopped).is_optimal);
    }
}

/// 0.1 + 0.2 > 0.3 in binary numbers.
TEST(SolveWithin, RoundingDoesNotExceedALimit) {
    CostNetwork network;
    Objective sum;
    for (int i = 0; i < 2; ++i) {
        network.add_variable({0, 1});
        sum.costs.add_variable({i == 0 ? 0.1 : 0.2, 0});
    }
    sum.limit = 0.3;
    const auto result = solve_within(network, {sum}, best(1));
    ASSERT_EQ(result.best.size(), 1U);
    EXPECT_EQ(result.best[0].cost, 0);
}

TEST(SolveWithin, PairsDoNotAddToLimitedSums) {
    const auto network = random_network({4, 2, 1, 0}, 1);
    EXPECT_THROW(solve_within(network, {{network, false, 100}}, best(1)), std::invalid_argument);
}

/// Values that cost the same are not the same where a limit tells them apart.
TEST(SolveWithin, BestFirstDoesNotTakeOneValueForAnother) {
    for (const bool is_first_good : {false, true}) {
        CostNetwork network;
        Objective sum;
        sum.limit = 1;
        for (int i = 0; i < 2; ++i) {
            network.add_variable({0, 0});
            sum.costs.add_variable({is_first_good ? 0.0 : 1.0, is_first_good ? 1.0 : 0.0});
        }
        network.add_pair(0, 1, {0, 1, 1, 0});
        const SumLimits sums({sum});
        Incumbents found(network, 1, sums);
        const std::vector<std::size_t> order{0, 1};
        const WholeCosts costs(network, order, forbidden);
        EXPECT_TRUE(BestFirst(costs, found).run(100, [] { return false; }));
        EXPECT_EQ(found.best_cost(), 0);
    }
}

} // namespace
