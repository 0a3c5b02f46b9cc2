// Problems in the format of public collections. Their optima: testdata/wcsp/README.md.
#include <proxima/model/error.hpp>
#include <proxima/model/wcsp_file.hpp>

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace {

using namespace proxima::model;

WeightedProblem problem(const std::string& name) {
    return read_wcsp(PROXIMA_TESTDATA "/wcsp/" + name + ".wcsp");
}

SolverResult solved(const std::string& text, std::size_t best = 2) {
    SolverLimits limits;
    limits.best = best;
    return solve(parse_wcsp("p.wcsp", text), limits);
}

std::string complaint(const std::string& text) {
    try {
        parse_wcsp("p.wcsp", text);
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

TEST(Wcsp, KnownProblemsHaveTheirOptimum) {
    for (const auto& [name, optimum] : std::map<std::string, double>{{"4wqueens", 0},
                                                                     {"zebra", 0},
                                                                     {"petersen", 3},
                                                                     {"myciel3-3", 1},
                                                                     {"myciel4-4", 1},
                                                                     {"magic3", 2}}) {
        const auto result = solve(problem(name), {});
        ASSERT_FALSE(result.best.empty()) << name;
        EXPECT_TRUE(result.is_optimal) << name;
        EXPECT_EQ(result.best.front().cost, optimum) << name;
    }
}

TEST(Wcsp, TheJapaneseKeepsTheZebraInTheLastHouse) {
    const auto result = solve(problem("zebra"), {});
    ASSERT_EQ(result.best.size(), 1U);                    // two were asked for
    EXPECT_EQ(result.best.front().assignment.at(14), 4U); // the zebra
    EXPECT_EQ(result.best.front().assignment.at(9), 4U);  // the Japanese
}

TEST(Wcsp, FourQueensHaveTwoSolutions) {
    SolverLimits many;
    many.best = 10;
    const auto result = solve(problem("4wqueens"), many);
    ASSERT_EQ(result.best.size(), 2U);
    EXPECT_EQ(result.best[0].assignment, (Assignment{2, 0, 3, 1}));
    EXPECT_EQ(result.best[1].assignment, (Assignment{1, 3, 0, 2}));
    EXPECT_EQ(result.best[1].cost, 2);
}

TEST(Wcsp, WhatReachesTheUpperBoundIsNoSolution) {
    // One variable with costs 2 and 3, and 1 for everything: 3 and 4.
    const std::string rest = "\n2\n1 0 2 1\n1 3\n0 1 0\n";
    EXPECT_EQ(solved("p 1 2 2 5" + rest).best.size(), 2U);
    EXPECT_EQ(solved("p 1 2 2 4" + rest).best.size(), 1U);
    EXPECT_EQ(solved("p 1 2 2 4" + rest).best.front().cost, 3);
    EXPECT_TRUE(solved("p 1 2 2 3" + rest).best.empty());
    EXPECT_TRUE(solved("p 1 2 2 3" + rest).is_optimal);
}

TEST(Wcsp, LaterCostsOfACombinationReplaceTheDefault) {
    const auto result = solved("p 2 2 1 10\n2 2\n2 0 1 7 2\n0 1 4\n1 0 3\n", 10);
    ASSERT_EQ(result.best.size(), 4U);
    EXPECT_EQ(result.best[0].assignment, (Assignment{1, 0}));
    EXPECT_EQ(result.best[0].cost, 3);
    EXPECT_EQ(result.best[3].cost, 7);
}

/// a + b + c must be 1; each costs what it is worth.
TEST(Wcsp, FunctionsOfThreeVariablesAreExact) {
    const auto result = solved("p 3 2 4 100\n2 2 2\n3 0 1 2 100 3\n1 0 0 0\n0 1 0 0\n0 0 1 5\n"
                               "1 0 0 1\n1 3\n1 1 0 1\n1 4\n1 2 0 1\n1 2\n",
                               10);
    ASSERT_EQ(result.best.size(), 3U);
    EXPECT_EQ(result.best[0].cost, 3);
    EXPECT_EQ(result.best[1].cost, 4);
    EXPECT_EQ(result.best[2].cost, 7);
    EXPECT_EQ(result.best[2].assignment, (Assignment{0, 0, 1}));
}

/// Parents 0 and 1 and their children have one of the genotypes aa, ab and bb, and were measured.
/// Of each parent a child has one allele; each measurement that was wrong costs 1.
std::string pedigree(const std::vector<std::size_t>& measured) {
    const auto children = measured.size() - 2;
    std::string text = "pedigree " + std::to_string(measured.size()) + " 3 " +
                       std::to_string(measured.size() + children) + " 100\n";
    for (std::size_t i = 0; i < measured.size(); ++i) {
        text += "3 ";
    }
    const std::string mendel = // mother, father, child
        " 100 15\n0 0 0 0\n0 1 0 0\n0 1 1 0\n0 2 1 0\n1 0 0 0\n1 0 1 0\n1 1 0 0\n1 1 1 0\n"
        "1 1 2 0\n1 2 1 0\n1 2 2 0\n2 0 1 0\n2 1 1 0\n2 1 2 0\n2 2 2 0\n";
    for (std::size_t child = 2; child < measured.size(); ++child) {
        text += "\n3 0 1 " + std::to_string(child) + mendel;
    }
    for (std::size_t i = 0; i < measured.size(); ++i) {
        text += "1 " + std::to_string(i) + " 1 1\n" + std::to_string(measured[i]) + " 0\n";
    }
    return text;
}

TEST(Wcsp, PedigreesBlameTheFewestMeasurements) {
    const auto wrong = [](const std::vector<std::size_t>& measured) {
        const auto result = solved(pedigree(measured), 1);
        EXPECT_TRUE(result.is_optimal);
        return result.best.front().cost;
    };
    EXPECT_EQ(wrong({0, 1, 0, 1, 1, 0}), 0); // all agrees
    EXPECT_EQ(wrong({0, 0, 2}), 1);          // the child alone
    EXPECT_EQ(wrong({0, 0, 2, 2, 2}), 2);    // both parents, not three children
    EXPECT_EQ(wrong({0, 0, 1, 1, 0}), 1);    // one parent has a b
    EXPECT_EQ(wrong({0, 2, 0, 0, 2, 2}), 2); // both parents are ab
    EXPECT_EQ(wrong({0, 2, 0, 2, 1, 1, 1, 1, 1, 1}), 2);
}

TEST(Wcsp, WhatCannotBeReadIsOneLineWithItsPlace) {
    const std::map<std::string, std::string> cases{
        {"", "p.wcsp:1: error: the file ends where the name should be"},
        {"p 1 2", "the file ends where the number of cost functions should be"},
        {"p 1 2 0 0\n2\n", "p.wcsp:1: error: the upper bound is not above 0"},
        {"p 1 2 0 9\n3\n", "p.wcsp:2: error: a domain is 3, not from 0 to below 3"},
        {"p 1 2 0 9\n0\n", "variable 0 has no values"},
        {"p 1 2 1 9\n2\n1 1 0 0\n", "p.wcsp:3: error: a variable is 1, not from 0 to below 1"},
        {"p 2 2 1 9\n2 2\n2 0 0 0 0\n", "names variable 0 twice"},
        {"p 1 2 1 9\n2\n1 0 0 1\n2 1\n", "p.wcsp:4: error: a value is 2, not from 0 to below 2"},
        {"p 1 2 1 9\n2\n1 0 0 1\n1 -1\n", "a cost is negative"},
        {"p 1 2 1 9\n2\n1 0 0 1\n1 x\n", "`x` is not a cost, a whole number"},
        {"p 2 2 1 9\n2 2\n2 0 1 -1 >= 0 0\n",
         "p.wcsp:3: error: global cost functions are not read"},
        {"p 2 2 1 9\n2 2\n-2 0 1 0 0\n", "shared cost functions are not read"},
        {"p 1 2 0 9\n2\n7\n", "something stands behind the last cost function"},
        {"p 1 99999999 0 9\n2\n", "the largest domain is 99999999, not from 0 to below"},
        {"p 3 100 1 9\n100 100 100\n3 0 1 2 0 0\n", "has too many combinations"}};
    for (const auto& [text, expected] : cases) {
        const auto said = complaint(text);
        EXPECT_NE(said.find(expected), std::string::npos) << text << "\n" << said;
        EXPECT_EQ(said.find('\n'), std::string::npos);
    }
}

} // namespace
