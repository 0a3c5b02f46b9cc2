// The same optimum as toulbar2, a solver of others, on random and on published problems; and what
// is known of these without any solver.
#include "known_problems.hpp"
#include "random_network.hpp"
#include "toulbar2.hpp"

#include <proxima/model/cost_network.hpp>
#include <proxima/model/wcsp_file.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

constexpr int enough_seconds = 3600;

SolverLimits patient(std::size_t best = 1) {
    SolverLimits limits;
    limits.best = best;
    limits.seconds = enough_seconds;
    return limits;
}

class Toulbar2 : public testing::Test {
protected:
    void SetUp() override {
        if (std::string(PROXIMA_TOULBAR2).empty()) {
            GTEST_SKIP() << "toulbar2 is not installed";
        }
    }

    static void compare(const CostNetwork& network) {
        const auto expected = ask_toulbar2(PROXIMA_TOULBAR2, network, enough_seconds);
        ASSERT_TRUE(expected.is_through);
        const auto result = solve(network, patient());
        EXPECT_TRUE(result.is_optimal);
        ASSERT_EQ(result.best.empty(), !expected.optimum.has_value());
        if (expected.optimum) {
            EXPECT_EQ(result.best.front().cost, *expected.optimum);
        }
    }
};

TEST_F(Toulbar2, AgreesOnRandomNetworks) {
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        compare(random_network({15, 2 + seed % 3, 0.1 + 0.1 * (seed % 6), seed % 4 == 3 ? 0.2 : 0},
                               seed));
    }
}

TEST_F(Toulbar2, AgreesOnCompleteNetworks) {
    for (std::uint32_t seed = 0; seed < 3; ++seed) {
        compare(random_network({20, 3, 1, 0}, seed));
    }
}

TEST_F(Toulbar2, AgreesOnLargerNetworks) {
    for (std::uint32_t seed = 0; seed < 3; ++seed) {
        compare(random_network({40, 4, 0.15, seed == 2 ? 0.1 : 0}, seed));
        compare(random_network({80, 4, 0.045, 0}, seed));
    }
}

TEST_F(Toulbar2, AgreesOnRandomConflicts) {
    compare(random_conflicts(25, 5, 0.25, 0.4, 1));
    compare(random_conflicts(40, 5, 0.09, 0.4, 2));
    compare(random_conflicts(18, 10, 0.3, 0.6, 3));
}

TEST_F(Toulbar2, AgreesOnFrequencyPlans) {
    compare(frequency_plan(30, 8, 0.35, 1));
    compare(frequency_plan(40, 8, 0.3, 2));
}

TEST_F(Toulbar2, AgreesOnNetworksOfSmallTreewidth) {
    compare(random_band(40, 3, 4, 1)); // larger ones take toulbar2 minutes
    compare(random_band(60, 3, 2, 2));
}

TEST_F(Toulbar2, AgreesOnWeightedQueens) {
    compare(weighted_queens(3, 1)); // has no solution
    compare(weighted_queens(4, 1)); // has two
    compare(weighted_queens(8, 1));
}

TEST_F(Toulbar2, AgreesOnColourings) {
    compare(colouring(petersen(), 2));
    compare(colouring(petersen(), 3));
    compare(colouring(mycielski(5), 2));
}

TEST_F(Toulbar2, AgreesOnFiles) {
    for (const auto* name : {"4wqueens", "zebra", "petersen", "myciel3-3", "myciel4-4", "magic3"}) {
        const std::filesystem::path file = PROXIMA_TESTDATA "/wcsp/" + std::string(name) + ".wcsp";
        const auto result = solve(read_wcsp(file), {});
        ASSERT_FALSE(result.best.empty()) << name;
        EXPECT_EQ(result.best.front().cost,
                  ask_toulbar2(PROXIMA_TOULBAR2, file, enough_seconds).optimum)
            << name;
    }
}

void expect_optimum(const CostNetwork& network, double optimum) {
    const auto result = solve(network, patient());
    EXPECT_TRUE(result.is_optimal);
    ASSERT_EQ(result.best.size(), 1U);
    EXPECT_EQ(result.best.front().cost, optimum);
    EXPECT_EQ(network.cost(result.best.front().assignment), optimum);
}

TEST(KnownProblems, PetersensGraphMissesThreeEdgesInTwoColours) {
    expect_optimum(colouring(petersen(), 2), 3); // its largest cut has 12 of 15 edges
    expect_optimum(colouring(petersen(), 3), 0);
}

TEST(KnownProblems, MycielskisGraphsMissOneEdgeInOneColourLess) {
    EXPECT_EQ(mycielski(5).vertices, 47U); // as DIMACS has it
    EXPECT_EQ(mycielski(5).edges.size(), 236U);
    expect_optimum(colouring(mycielski(4), 4), 1);
    expect_optimum(colouring(mycielski(4), 5), 0);
    expect_optimum(colouring(mycielski(5), 5), 1);
}

TEST(KnownProblems, QueensOfFiveColours) {
    EXPECT_EQ(queen_graph(5).edges.size(), 160U);    // queen5_5 of DIMACS names each twice: 320
    expect_optimum(colouring(queen_graph(5), 5), 0); // its chromatic number is 5
}

TEST(KnownProblems, RadioLinkFrequenciesOfCelar) {
    expect_optimum(celar6_sub0(), 159);
}

TEST(KnownProblems, QueensOnSmallBoards) {
    SolverLimits all;
    all.best = 1000;
    const std::vector<std::size_t> solutions{1, 0, 0, 2, 10, 4, 40, 92};
    for (std::size_t size = 1; size <= solutions.size(); ++size) {
        EXPECT_EQ(solve(weighted_queens(size, 3), all).best.size(), solutions[size - 1]) << size;
    }
}

} // namespace
