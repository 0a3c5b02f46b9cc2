// Branch and bound with soft local consistency, and what it begins with, against trying everything.
#include "random_network.hpp"
#include "selection/search/refined_search.hpp"
#include "selection/search/tabu_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

bool never_stops() {
    return false;
}

std::vector<Solution> solved(const CostNetwork& network, std::size_t most,
                             std::uint64_t nodes_at_once = 1000000) {
    const auto order = min_fill_order(network).order;
    Incumbents best(network, most);
    RefinedSearch search(network, order, best);
    while (!search.run(nodes_at_once, never_stops)) {
        EXPECT_LE(std::min(search.open_bound(), best.best_cost()),
                  enumerate(network, 1).lower_bound);
    }
    return best.take();
}

void expect_best(const CostNetwork& network, const std::vector<Solution>& found, std::size_t wanted,
                 std::uint32_t seed) {
    const auto expected = enumerate(network, wanted).best;
    ASSERT_EQ(found.size(), expected.size()) << seed;
    std::set<Assignment> different;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double tolerance = 1e-9 * std::abs(expected[i].cost);
        EXPECT_NEAR(found[i].cost, expected[i].cost, tolerance) << seed;
        EXPECT_EQ(found[i].cost, network.cost(found[i].assignment)) << seed;
        different.insert(found[i].assignment);
    }
    EXPECT_EQ(different.size(), found.size()) << seed;
}

/// Costs from few, so that there are ties, or broken ones, or negative ones; variables of different
/// sizes; some pairs that can never be.
CostNetwork awkward_network(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto some = [&](std::size_t count) {
        std::vector<double> costs(count);
        for (auto& cost : costs) {
            switch (seed % 5) {
            case 0:
                cost = random() % 2;
                break;
            case 1:
                cost = static_cast<double>(random() % 7) - 3;
                break;
            case 2:
                cost = static_cast<double>(random() % 10) / 10;
                break;
            case 3:
                cost = std::exp(static_cast<double>(random() % 50) - 25);
                break;
            default:
                cost = random() % 3 == 0 ? 1e15 : static_cast<double>(random() % 100);
            }
            cost = seed % 7 < 2 && random() % 4 == 0 ? forbidden : cost;
        }
        return costs;
    };
    CostNetwork network;
    const auto variables = 2 + random() % 6;
    for (std::size_t i = 0; i < variables; ++i) {
        network.add_variable(some(1 + random() % 4));
        for (std::size_t j = 0; j < i; ++j) {
            if (random() % 3 != 0 && seed % 11 != 0) {
                network.add_pair(i, j, some(network.values(i) * network.values(j)));
            }
        }
    }
    return network;
}

TEST(BestFirst, FindsTheBestOfAwkwardNetworks) {
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        const auto network = awkward_network(seed);
        const auto wanted = 1 + seed % 4;
        expect_best(network, solved(network, wanted), wanted, seed);
    }
}

/// All costs are multiples of 2^-10, so that sums are exact.
CostNetwork nearly_equal_costs(std::size_t variables, std::size_t width, double base,
                               std::uint32_t seed) {
    std::mt19937 random(seed);
    CostNetwork network;
    for (std::size_t i = 0; i < variables; ++i) {
        std::vector<double> costs(3);
        for (auto& cost : costs) {
            cost = base + static_cast<double>(random() % 4);
        }
        network.add_variable(costs);
        for (std::size_t j = i < width ? 0 : i - width; j < i; ++j) {
            std::vector<double> pair(9);
            for (auto& cost : pair) {
                cost = static_cast<double>(random() % 2000) / 1024;
            }
            network.add_pair(j, i, pair);
        }
    }
    return network;
}

TEST(BestFirst, FindsTheBestWhereLargeCostsHardlyDiffer) {
    constexpr double large = (1 << 21) - 8;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        for (const double base : {-large, large}) {
            const auto dense = nearly_equal_costs(9, 8, base, seed);
            EXPECT_EQ(solved(dense, 1).front().cost, enumerate(dense, 1).best.front().cost) << seed;
            const auto band = nearly_equal_costs(20, 3, base, seed);
            const auto eliminated = solve(band, {});
            ASSERT_TRUE(eliminated.is_exact_elimination);
            const auto order = min_fill_order(band).order;
            Incumbents best(band, 1);
            ASSERT_TRUE(RefinedSearch(band, order, best).run(1000000, never_stops)) << seed;
            EXPECT_EQ(best.best_cost(), eliminated.best.front().cost) << seed;
        }
    }
}

TEST(BestFirst, GoesOnWhereItWasStopped) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const auto network = random_network({7, 3, 0.8, 0}, seed);
        expect_best(network, solved(network, 2, 3), 2, seed);
    }
}

/// A graph in which as few neighbours as possible are to have the same colour.
CostNetwork colouring(std::size_t vertices, std::size_t colours, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<double> equal(colours * colours, 0);
    for (std::size_t i = 0; i < colours; ++i) {
        equal[i * colours + i] = 1;
    }
    CostNetwork network;
    for (std::size_t i = 0; i < vertices; ++i) {
        network.add_variable(std::vector<double>(colours, 0));
        for (std::size_t j = 0; j < i; ++j) {
            if (random() % 2 == 0) {
                network.add_pair(j, i, equal);
            }
        }
    }
    return network;
}

TEST(BestFirst, ColoursThatChangePlacesAreSolutionsOfTheirOwn) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const auto network = colouring(5 + seed % 3, 2 + seed % 3, seed);
        const auto wanted = 1 + 3 * (seed % 5);
        expect_best(network, solved(network, wanted), wanted, seed);
    }
    const auto network = colouring(4, 3, 1);
    EXPECT_EQ(solved(network, 1000).size(), 81U); // all that there are
}

TEST(InterchangeableValues, AreThoseThatNoCostTellsApart) {
    auto network = colouring(4, 4, 2);
    network.add_to_variable(2, {0, 0, 1, 0});
    const auto order = min_fill_order(network).order;
    const WholeCosts costs(network, order, forbidden);
    const InterchangeableValues values(costs);
    EXPECT_EQ(values.of(0), (std::vector<std::size_t>{0, 1, 3}));
    EXPECT_EQ(values.of(2), (std::vector<std::size_t>{2}));
    EXPECT_EQ(values.images({0, 0, 2, 2}, 100).size(), 3U);
    EXPECT_EQ(values.images({0, 1, 2, 2}, 100).size(), 6U);
    EXPECT_EQ(values.images({0, 1, 2, 2}, 4).size(), 4U);
}

TEST(TabuSearch, OffersWhatThereIs) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        const auto network = random_network({6, 3, 0.7, seed % 2 == 0 ? 0.1 : 0}, seed);
        const auto order = min_fill_order(network).order;
        const WholeCosts costs(network, order, forbidden);
        Incumbents best(network, 1);
        tabu_search(costs, 10000, best);
        const auto expected = enumerate(network, 1).best;
        if (!best.solutions().empty()) {
            ASSERT_FALSE(expected.empty());
            EXPECT_GE(best.best_cost(), expected.front().cost);
        }
        EXPECT_TRUE(seed % 2 == 0 || !best.solutions().empty());
    }
}

} // namespace
