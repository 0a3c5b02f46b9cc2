// Soft local consistency against trying everything: no assignment may become cheaper or dearer.
#include "random_network.hpp"
#include "selection/search/consistency.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

std::vector<std::size_t> as_they_come(const CostNetwork& network) {
    std::vector<std::size_t> order(network.variables());
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

TEST(Consistency, MovesTheCostsOfATreeIntoTheBound) {
    CostNetwork network; // least: 3, by (1, 0, 1)
    network.add_variable({4, 1});
    network.add_variable({0, 5});
    network.add_variable({7, 0});
    network.add_pair(0, 1, {0, 1, 2, 0});
    network.add_pair(1, 2, {1, 0, 0, 0});
    const auto order = as_they_come(network);
    const WholeCosts costs(network, order, forbidden);
    Consistency consistency(costs);
    ASSERT_TRUE(consistency.propagate(never));
    EXPECT_EQ(costs.bound(consistency.lower_bound()), 3);
}

TEST(Consistency, FindsThatNothingIsLeft) {
    CostNetwork network; // three that must all be different, of two values
    for (int i = 0; i < 3; ++i) {
        network.add_variable({0, 0});
    }
    for (std::size_t i = 0; i < 3; ++i) {
        network.add_pair(i, (i + 1) % 3, {forbidden, 0, 0, forbidden});
    }
    const auto order = as_they_come(network);
    const WholeCosts costs(network, order, forbidden);
    Consistency consistency(costs);
    ASSERT_TRUE(consistency.propagate(never)); // each pair by itself can be satisfied
    consistency.assign(0, 1);
    EXPECT_FALSE(consistency.propagate(never));
}

/// Decisions at random on the way down and up again, beside all solutions.
class Walk {
public:
    explicit Walk(std::uint32_t seed)
        : seed_(seed), random_(seed), network_(network(seed)),
          solutions_(enumerate(network_, 100000).best), order_(min_fill_order(network_).order),
          limit_(solutions_.empty() ? forbidden : solutions_.front().cost + 200 * (seed % 4)),
          costs_(network_, order_, limit_), consistency_(costs_) {}

    void go() {
        propagate();
        for (int step = 0; step < 30; ++step) {
            const auto undecided = open();
            if (is_possible_ && undecided.empty()) {
                EXPECT_EQ(bound(), least()) << seed_; // nothing is left in pairs
            }
            if (!is_possible_ || undecided.empty() || random_() % 4 == 0) {
                if (marks_.empty()) {
                    return;
                }
                consistency_.undo(marks_.back());
                marks_.pop_back();
                is_possible_ = true;
                EXPECT_LE(bound(), least()) << seed_;
                continue;
            }
            marks_.push_back(consistency_.mark());
            decide(undecided[random_() % undecided.size()]);
            propagate();
        }
    }

private:
    static CostNetwork network(std::uint32_t seed) {
        return random_network(
            {3 + seed % 4, 2 + seed % 3, 0.3 + 0.1 * (seed % 8), seed % 3 == 0 ? 0.25 : 0}, seed);
    }

    /// Of the values that are left.
    double least() const {
        for (const auto& solution : solutions_) {
            bool is_left = true;
            for (std::size_t i = 0; i < order_.size(); ++i) {
                is_left = is_left && consistency_.has(i, solution.assignment[order_[i]]);
            }
            if (is_left) {
                return solution.cost;
            }
        }
        return forbidden;
    }

    double bound() const { return costs_.bound(consistency_.lower_bound()); }

    std::vector<std::size_t> open() const {
        std::vector<std::size_t> result;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            if (consistency_.size(i) > 1) {
                result.push_back(i);
            }
        }
        return result;
    }

    void decide(std::size_t variable) {
        const auto value = consistency_.values(variable)[random_() % 2];
        if (random_() % 2 == 0) {
            consistency_.assign(variable, value);
        } else {
            consistency_.remove(variable, value);
        }
    }

    /// What is cheaper than the limit is still there, and the bound is none above it.
    void propagate() {
        const double before = least();
        is_possible_ = consistency_.propagate(costs_.limit(limit_));
        if (before < limit_) {
            EXPECT_TRUE(is_possible_) << seed_;
            EXPECT_EQ(least(), before) << seed_;
        }
        if (is_possible_) {
            EXPECT_LE(bound(), least()) << seed_;
        }
    }

    std::uint32_t seed_;
    std::mt19937 random_;
    CostNetwork network_;
    std::vector<Solution> solutions_; ///< by cost
    std::vector<std::size_t> order_;
    double limit_;
    WholeCosts costs_;
    Consistency consistency_;
    std::vector<std::size_t> marks_;
    bool is_possible_ = true;
};

TEST(Consistency, IsABoundOfWhatIsLeftWhateverWasDecidedAndTakenBack) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        Walk(seed).go();
    }
}

TEST(WholeCosts, AreExactWhereTheyCanBe) {
    CostNetwork network;
    network.add_variable({-3, 0.25, forbidden});
    network.add_variable({1e6, -1e6});
    network.add_pair(0, 1, {0.5, 1, 2, 3, 4, 5});
    const auto order = as_they_come(network);
    const WholeCosts costs(network, order, forbidden);
    EXPECT_EQ(costs.bound(0), -3 - 1e6 + 0.5);
    EXPECT_EQ(costs.costs(0)[2], never);
    EXPECT_EQ(costs.bound(costs.costs(0)[1]), 0.25 - 1e6 + 0.5);
    EXPECT_EQ(costs.bound(costs.limit(7.5)), 7.5);
    EXPECT_EQ(costs.limit(forbidden), never);
}

TEST(WholeCosts, RoundedOnesAreNoDearer) {
    CostNetwork network;
    network.add_variable({0.1, 0.7, 1e12 / 3});
    network.add_variable({0.3, 1.0 / 3});
    const auto order = as_they_come(network);
    const WholeCosts costs(network, order, forbidden);
    for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t b = 0; b < 2; ++b) {
            const double cost = network.cost({a, b});
            const double bound = costs.bound(costs.costs(0)[a] + costs.costs(1)[b]);
            EXPECT_LE(bound, cost);
            EXPECT_GE(bound, cost - 1e-2); // 2^-50 of the range is about 3e-4
            EXPECT_LE(costs.limit(cost), costs.costs(0)[a] + costs.costs(1)[b]); // no better
        }
    }
}

TEST(WholeCosts, SumsOfManyLargeOnesThatHardlyDiffer) {
    for (const double sign : {1.0, -1.0}) {
        for (std::size_t count = 1; count <= 40; ++count) {
            CostNetwork network;
            for (std::size_t i = 0; i < count; ++i) {
                const double cost = sign * ((1 << 21) - 8);
                network.add_variable({cost, cost + 0.5});
            }
            const auto order = as_they_come(network);
            const WholeCosts costs(network, order, forbidden);
            const double least = network.cost(Assignment(count, 0));
            EXPECT_EQ(costs.bound(0), least) << count;
            EXPECT_EQ(costs.limit(least), 0) << count;
            EXPECT_EQ(costs.limit(least + 0.5), costs.costs(0)[1]) << count;
        }
    }
}

TEST(WholeCosts, BoundsThatDoublesCannotHoldAreRoundedDown) {
    CostNetwork network;
    network.add_variable({0, 1});
    const auto order = as_they_come(network);
    const WholeCosts costs(network, order, forbidden);
    constexpr auto exact = WholeCost{1} << 53;                   // beyond it, doubles are even
    EXPECT_EQ(costs.bound(exact + 3), costs.bound(exact + 2));   // the nearest even ones are
    EXPECT_EQ(costs.bound(-exact - 1), costs.bound(-exact - 2)); // beside it
    EXPECT_EQ(costs.bound(exact + 2), std::ldexp(costs.quantum(), 53) + 2 * costs.quantum());
}

/// What reaches the limit is never paid, so that small differences count however large others are.
TEST(WholeCosts, WhatIsTooDearDoesNotBlurTheRest) {
    CostNetwork network;
    network.add_variable({0, 1e-9, 1e30});
    network.add_variable({0, 1e30});
    const auto order = as_they_come(network);
    const WholeCosts costs(network, order, 1);
    EXPECT_EQ(costs.costs(0)[2], never);
    EXPECT_EQ(costs.costs(1)[1], never);
    EXPECT_NEAR(costs.bound(costs.costs(0)[1]), 1e-9, 1e-14);
}

} // namespace
