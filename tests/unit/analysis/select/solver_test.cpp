// Compares the solver with exhaustive search and with toulbar2.
#include "random_network.hpp"
#include "toulbar2.hpp"

#include <proxima/select/cost_network.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace {

using namespace proxima::select;
using namespace proxima::test;

constexpr double rounding = 1e-9;
constexpr std::uint32_t seeds = 30;

void for_all(const ChoiceProblem& problem, const std::function<void(const Assignment&)>& visit) {
    Assignment assignment(problem.costs.variables(), 0);
    for (std::size_t i = 0; i < assignment.size();) {
        bool counts = problem.costs.cost(assignment) < forbidden;
        for (const auto& criterion : problem.criteria) {
            counts = counts && criterion.of(assignment) <= criterion.limit;
        }
        if (counts) {
            visit(assignment);
        }
        for (i = 0; i < assignment.size() && ++assignment[i] == problem.costs.values(i); ++i) {
            assignment[i] = 0;
        }
    }
}

// A kind of problem, with a problem for each seed.
struct Kind {
    const char* name;
    NetworkShape shape;
    int sums = 0; // criteria
    int worsts = 0;
    bool is_limited = true;
    bool has_ties = false;

    friend std::ostream& operator<<(std::ostream& stream, const Kind& kind) {
        return stream << kind.name;
    }
};

CostNetwork network_of(const Kind& kind, std::uint32_t seed, bool has_pairs) {
    auto shape = kind.shape;
    shape.density = has_pairs ? shape.density : 0;
    shape.forbidden_share = has_pairs ? shape.forbidden_share : 0;
    shape.largest = kind.has_ties ? 3 : 1000;
    return random_network(shape, seed);
}

ChoiceProblem problem_of(const Kind& kind, std::uint32_t seed) {
    ChoiceProblem problem;
    problem.costs = network_of(kind, seed, true);
    const double largest = kind.has_ties ? 3 : 1000;
    const auto variables = static_cast<double>(kind.shape.variables);
    for (int i = 0; i < kind.sums + kind.worsts; ++i) {
        Criterion criterion;
        criterion.is_worst = i >= kind.sums;
        criterion.costs = network_of(kind, seed + 2000 + static_cast<std::uint32_t>(i), false);
        const double middle = 0.4 * largest * (criterion.is_worst ? 1.8 : variables);
        criterion.limit = kind.is_limited ? middle : forbidden;
        problem.criteria.push_back(criterion);
    }
    return problem;
}

class Solver : public testing::TestWithParam<Kind> {};

const NetworkShape tree{7, 3, 0.2, 0};
const NetworkShape dense{6, 3, 1, 0};
INSTANTIATE_TEST_SUITE_P(
    Kinds, Solver,
    testing::Values(Kind{"Tree", tree}, Kind{"Dense", dense}, Kind{"Forbidden", {6, 3, 0.5, 0.3}},
                    Kind{"Ties", dense, 0, 0, true, true}, Kind{"Sum", tree, 1},
                    Kind{"TwoSums", dense, 2}, Kind{"Worst", tree, 0, 1},
                    Kind{"SumAndWorst", dense, 1, 1}, Kind{"Two", dense, 1, 1, false},
                    Kind{"TwoTies", tree, 2, 0, false, true}),
    testing::PrintToStringParamName());

void expect_best(const ChoiceProblem& problem, const SolverResult& result, std::size_t wanted) {
    std::vector<double> all;
    for_all(problem, [&](const Assignment& one) { all.push_back(problem.costs.cost(one)); });
    std::sort(all.begin(), all.end());
    all.resize(std::min(all.size(), wanted));
    EXPECT_TRUE(result.is_optimal);
    EXPECT_EQ(result.gap(), 0);
    ASSERT_EQ(result.best.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& one = result.best[i];
        EXPECT_NEAR(one.cost, all[i], rounding * all[i]);
        EXPECT_NEAR(one.cost, problem.costs.cost(one.assignment), rounding * all[i]);
        for (const auto& criterion : problem.criteria) {
            EXPECT_LE(criterion.of(one.assignment), criterion.limit);
        }
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_NE(one.assignment, result.best[j].assignment);
        }
    }
}

TEST_P(Solver, FindsTheBestOfAllAssignments) {
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(seed);
        const auto problem = problem_of(GetParam(), seed);
        SolverLimits limits;
        limits.best = 1 + seed % 5;
        const auto eliminated = solve(problem, limits);
        EXPECT_TRUE(eliminated.is_elimination);
        expect_best(problem, eliminated, limits.best);
        limits.labels = 0;
        const auto searched = solve(problem, limits);
        EXPECT_FALSE(searched.is_elimination);
        expect_best(problem, searched, limits.best);
    }
}

std::vector<double> numbers_of(const ChoiceProblem& problem, const Assignment& assignment) {
    std::vector<double> numbers{problem.costs.cost(assignment)};
    for (const auto& criterion : problem.criteria) {
        numbers.push_back(criterion.of(assignment));
    }
    return numbers;
}

bool dominates(const std::vector<double>& one, const std::vector<double>& other) {
    bool is_better = false;
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (one[i] > other[i]) {
            return false;
        }
        is_better = is_better || one[i] < other[i];
    }
    return is_better;
}

TEST_P(Solver, FrontHasAllNondominatedAssignments) {
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(seed);
        const auto problem = problem_of(GetParam(), seed);
        std::vector<std::vector<double>> all;
        for_all(problem, [&](const Assignment& one) { all.push_back(numbers_of(problem, one)); });
        std::vector<std::vector<double>> expected;
        for (const auto& one : all) {
            if (std::none_of(all.begin(), all.end(),
                             [&](const auto& other) { return dominates(other, one); })) {
                expected.push_back(one);
            }
        }
        std::sort(expected.begin(), expected.end());
        expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
        const auto front = pareto_front(problem, {});
        ASSERT_TRUE(front.has_value());
        std::vector<std::vector<double>> found;
        for (const auto& one : *front) {
            found.push_back(numbers_of(problem, one.assignment));
        }
        EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), [](const auto& a, const auto& b) {
            return a.front() < b.front();
        }));
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
    }
}

// 0.1 + 0.2 and 0.3 are the same time, though not the same number.
TEST(ParetoFront, RoundingMakesNoTradeOff) {
    ChoiceProblem problem;
    problem.costs.add_variable({0.1, 0.3});
    problem.costs.add_variable({0.2, 0});
    problem.criteria.emplace_back();
    problem.criteria[0].costs.add_variable({1, 0});
    problem.criteria[0].costs.add_variable({0, 0});
    const auto front = pareto_front(problem, {});
    ASSERT_TRUE(front.has_value());
    ASSERT_EQ(front->size(), 2U); // 0.1 with 1, and 0.3 with 0
    EXPECT_EQ(front->front().assignment, (Assignment{0, 1}));
    EXPECT_EQ(front->back().assignment, (Assignment{1, 1}));
}

// None of 2^n assignments is dominated if costs are 1, 2, 4 ... and the criterion falls by as much.
TEST(ParetoFront, TooManyTradeOffsAreNotListed) {
    ChoiceProblem problem;
    problem.criteria.emplace_back();
    for (int i = 0; i < 30; ++i) {
        problem.costs.add_variable({0, std::ldexp(1.0, i)});
        problem.criteria[0].costs.add_variable({0, -std::ldexp(1.0, i)});
    }
    SolverLimits limits;
    limits.labels = 1000;
    EXPECT_FALSE(pareto_front(problem, limits).has_value());
}

TEST(BranchAndBound, StoppedEarlyItHasABoundAndAGap) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        ChoiceProblem problem;
        problem.costs = random_band(20, 3, 6, seed);
        const auto best = solve(problem, {}).best.front();
        SolverLimits limits;
        limits.labels = 0;
        const std::atomic<bool> stop{true};
        limits.stop = &stop;
        const auto stopped = solve(problem, limits);
        EXPECT_FALSE(stopped.is_optimal);
        ASSERT_FALSE(stopped.best.empty());
        EXPECT_GE(stopped.best.front().cost, best.cost);
        EXPECT_LE(stopped.lower_bound, best.cost);
        EXPECT_GT(stopped.gap(), 0);
    }
}

TEST(Toulbar2, AgreesOnLargerNetworks) {
    const std::string program = PROXIMA_TOULBAR2;
    if (program.empty()) {
        GTEST_SKIP() << "toulbar2 is not installed";
    }
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        for (const auto& network :
             {random_network({20, 3, 0.2, seed == 3 ? 0.1 : 0, 1000}, seed),
              random_network({10, 2 + seed % 3, 1, 0, 1000}, seed), random_band(30, 3, 4, seed)}) {
            const auto result = solve({network, {}}, {});
            ASSERT_FALSE(result.best.empty());
            EXPECT_EQ(result.best.front().cost, optimum_of_toulbar2(program, network));
        }
    }
}

} // namespace
