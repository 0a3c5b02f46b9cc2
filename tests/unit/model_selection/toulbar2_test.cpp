// The same optimum as toulbar2, a solver of others, on random and on known problems.
#include "random_network.hpp"

#include <proxima/model/cost_network.hpp>
#include <proxima/model/wcsp_file.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <string>
#include <unistd.h>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

constexpr long too_much = 100000000;

long whole(double cost) {
    return cost == forbidden ? too_much : static_cast<long>(cost);
}

/// The format of weighted CSPs (http://graphmod.ics.uci.edu/group/WCSP_file_format).
void write_wcsp(const CostNetwork& network, const std::filesystem::path& file) {
    std::ofstream out(file);
    std::size_t largest = 0;
    for (std::size_t i = 0; i < network.variables(); ++i) {
        largest = std::max(largest, network.values(i));
    }
    out << "selection " << network.variables() << ' ' << largest << ' '
        << network.variables() + network.pairs().size() << ' ' << too_much << '\n';
    for (std::size_t i = 0; i < network.variables(); ++i) {
        out << network.values(i) << (i + 1 == network.variables() ? '\n' : ' ');
    }
    for (std::size_t i = 0; i < network.variables(); ++i) {
        out << "1 " << i << " 0 " << network.values(i) << '\n';
        for (std::size_t value = 0; value < network.values(i); ++value) {
            out << value << ' ' << whole(network.costs(i)[value]) << '\n';
        }
    }
    for (const auto& pair : network.pairs()) {
        out << "2 " << pair.first << ' ' << pair.second << " 0 " << pair.costs.size() << '\n';
        const auto columns = network.values(pair.second);
        for (std::size_t i = 0; i < pair.costs.size(); ++i) {
            out << i / columns << ' ' << i % columns << ' ' << whole(pair.costs[i]) << '\n';
        }
    }
}

/// What toulbar2 calls the optimum; unset if there is none.
std::optional<double> optimum_of_toulbar2(const std::filesystem::path& file) {
    std::string said;
    std::FILE* pipe = ::popen((PROXIMA_TOULBAR2 " " + file.string() + " 2>&1").c_str(), "r");
    char piece[4096];
    while (const auto size = std::fread(piece, 1, sizeof piece, pipe)) {
        said.append(piece, size);
    }
    ::pclose(pipe);
    std::smatch found;
    if (std::regex_search(said, found, std::regex("Optimum: ([0-9]+) in"))) {
        return std::stod(found[1]);
    }
    EXPECT_NE(said.find("No solution"), std::string::npos) << said;
    return std::nullopt;
}

std::optional<double> optimum_of_toulbar2(const CostNetwork& network) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("proxima-" + std::to_string(::getpid()) + ".wcsp");
    write_wcsp(network, file);
    const auto optimum = optimum_of_toulbar2(file);
    std::filesystem::remove(file);
    return optimum;
}

class Toulbar2 : public testing::Test {
protected:
    void SetUp() override {
        if (std::string(PROXIMA_TOULBAR2).empty()) {
            GTEST_SKIP() << "toulbar2 is not installed";
        }
    }

    static void compare(const CostNetwork& network, const SolverLimits& limits = {}) {
        const auto expected = optimum_of_toulbar2(network);
        const auto result = solve(network, limits);
        ASSERT_EQ(result.best.empty(), !expected.has_value());
        if (expected) {
            EXPECT_TRUE(result.is_optimal);
            EXPECT_EQ(result.best.front().cost, *expected);
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

TEST_F(Toulbar2, AgreesOnNetworksOfSmallTreewidth) {
    compare(random_band(40, 3, 4, 1)); // larger ones take toulbar2 minutes
    compare(random_band(60, 3, 2, 2));
}

/// The weighted queens of toulbar2's tutorial: queens on a board where none may attack another, and
/// the square in row i and column j costs something.
CostNetwork weighted_queens(std::size_t size, std::uint32_t seed) {
    const auto costs = random_network({size, size, 0, 0}, seed);
    CostNetwork network;
    for (std::size_t i = 0; i < size; ++i) {
        network.add_variable(costs.costs(i));
    }
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i + 1; j < size; ++j) {
            std::vector<double> attacks(size * size, 0);
            for (std::size_t a = 0; a < size; ++a) {
                for (std::size_t b = 0; b < size; ++b) {
                    const auto distance = a < b ? b - a : a - b;
                    attacks[a * size + b] = a == b || distance == j - i ? forbidden : 0;
                }
            }
            network.add_pair(i, j, attacks);
        }
    }
    return network;
}

TEST_F(Toulbar2, AgreesOnWeightedQueens) {
    compare(weighted_queens(3, 1)); // has no solution
    compare(weighted_queens(4, 1)); // has two
    compare(weighted_queens(8, 1));
}

/// Petersen's graph can be coloured with 3 colours, not with 2, and then misses 3 edges.
CostNetwork petersen(std::size_t colours) {
    CostNetwork network;
    for (int i = 0; i < 10; ++i) {
        network.add_variable(std::vector<double>(colours, 0));
    }
    std::vector<double> equal(colours * colours, 0);
    for (std::size_t i = 0; i < colours; ++i) {
        equal[i * colours + i] = 1;
    }
    for (std::size_t i = 0; i < 5; ++i) {
        network.add_pair(i, (i + 1) % 5, equal);
        network.add_pair(i, i + 5, equal);
        network.add_pair(i + 5, (i + 2) % 5 + 5, equal);
    }
    return network;
}

TEST_F(Toulbar2, AgreesOnPetersensGraph) {
    compare(petersen(2));
    compare(petersen(3));
}

TEST_F(Toulbar2, AgreesOnFiles) {
    for (const auto* name : {"4wqueens", "zebra", "petersen", "myciel3-3", "myciel4-4", "magic3"}) {
        const std::filesystem::path file = PROXIMA_TESTDATA "/wcsp/" + std::string(name) + ".wcsp";
        const auto result = solve(read_wcsp(file), {});
        ASSERT_FALSE(result.best.empty()) << name;
        EXPECT_EQ(result.best.front().cost, optimum_of_toulbar2(file)) << name;
    }
}

TEST(KnownProblems, PetersensGraphMissesThreeEdgesInTwoColours) {
    EXPECT_EQ(solve(petersen(2), {}).best.front().cost, 3); // its largest cut has 12 of 15 edges
    EXPECT_EQ(solve(petersen(3), {}).best.front().cost, 0);
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
