// Changes between groups of runs, against values of the theory.
#include <proxima/base/student.hpp>
#include <proxima/compare/change.hpp>
#include <proxima/compare/compare.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace {

using namespace proxima::compare;

constexpr double least = proxima::base::least_run_variation;

TEST(Change, IsWelchsTest) {
    // Logarithms 0, 0.2, 0.4 and 0.5, 0.6, 0.7, 0.8; scipy.stats.ttest_ind(equal_var=False):
    // t = 3.43, 3.53 degrees of freedom, p = 0.0322.
    const auto change =
        change_between({{1, std::exp(0.2), std::exp(0.4)}},
                       {{std::exp(0.5), std::exp(0.6), std::exp(0.7), std::exp(0.8)}});
    EXPECT_NEAR(change.difference, 0.45, 1e-12);
    EXPECT_NEAR(change.error, std::sqrt(0.04 / 3 + (0.05 / 3) / 4), 1e-12);
    EXPECT_NEAR(change.difference / change.error, 3.402, 1e-3);
    const double a = 0.04 / 3;
    const double b = (0.05 / 3) / 4;
    EXPECT_NEAR(change.degrees, (a + b) * (a + b) / (a * a / 2 + b * b / 3), 1e-9);
    EXPECT_GT(change.p, 0.02);
    EXPECT_LT(change.p, 0.05);
}

TEST(Change, RunsThatAgreeByChanceVaryAtLeastALittle) {
    const auto change = change_between({{100, 100, 100}}, {{101, 101, 101}});
    EXPECT_NEAR(change.error, 0.005 * std::sqrt(2.0 / 3), 1e-12);
    EXPECT_NEAR(change.degrees, 4, 1e-9);
    EXPECT_GT(change.p, 0.05);
}

TEST(Change, CombinesInvocationsAndTheLeastVariationOfOneRunEach) {
    const auto change = change_between({{100}, 0.01}, {{110}, 0.02});
    EXPECT_NEAR(change.error, std::sqrt(2 * least * least + 0.0001 + 0.0004), 1e-12);
    EXPECT_TRUE(std::isinf(change.degrees));
    EXPECT_NEAR(change.ratio(), 1.1, 1e-12);
    EXPECT_LT(change.low(0.95), 1.1);
    EXPECT_GT(change.high(0.95), 1.1);
    EXPECT_NEAR(std::log(change.high(0.95)) - std::log(1.1), 1.959964 * change.error, 1e-6);
}

TEST(Change, IsNotKnownOfWhatTookNoTime) {
    EXPECT_FALSE(change_between({{0}}, {{5}}).is_known);
    EXPECT_FALSE(change_between({{}}, {{5}}).is_known);
    EXPECT_EQ(change_between({{}}, {{5}}).now, 5);
}

// The example of Aickin and Gensler (1996): 0.01, 0.02, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02.
TEST(Holm, MultipliesByWhatIsLeft) {
    std::vector<double> p{0.01, 0.02, 0.03, 0.005};
    holm(p);
    EXPECT_NEAR(p[3], 0.02, 1e-12);
    EXPECT_NEAR(p[0], 0.03, 1e-12);
    EXPECT_NEAR(p[1], 0.04, 1e-12);
    EXPECT_NEAR(p[2], 0.04, 1e-12);
}

// Runs of a driver with four kernels; `slow` takes `factor` times as long. All kernels of a run
// vary together by `noise`, and each varies by as much.
std::vector<RunTimes> runs_of(std::mt19937& random, std::size_t count, double noise,
                              double factor) {
    std::normal_distribution<double> scatter(0, noise);
    std::vector<RunTimes> runs;
    for (std::size_t run = 0; run < count; ++run) {
        RunTimes times;
        auto& graph = times.graph;
        const double of_all = std::exp(scatter(random));
        double total = 0;
        graph.nodes.resize(5);
        for (std::size_t i = 0; i < 5; ++i) {
            const auto name = "node" + std::to_string(i);
            graph.components.push_back({name + ".run", name, "Port", "run", "void run()"});
            auto& node = graph.nodes[i];
            node.component = i;
            node.parent = i == 0 ? proxima::rundir::Node::no_parent : 0;
            node.depth = i == 0 ? 0 : 1;
            node.subtree_end = i == 0 ? 5 : i + 1;
            node.statistics.calls = 10;
            node.statistics.exclusive_us =
                1000 * of_all * std::exp(scatter(random)) * (i == 3 ? factor : 1);
            node.statistics.inclusive_us = node.statistics.exclusive_us;
            total += node.statistics.exclusive_us;
        }
        graph.nodes[0].statistics.inclusive_us = total;
        times.info.emplace();
        times.info->complete = times.info->ended = true;
        times.info->duration_us = total;
        runs.push_back(std::move(times));
    }
    return runs;
}

bool names(const Comparison& comparison, std::size_t node) {
    const auto& own = comparison.nodes[node].own;
    return own.is_known && own.p < significant;
}

bool names_any(const Comparison& comparison) {
    bool any = comparison.whole.p < significant;
    for (const auto& node : comparison.nodes) {
        any = any || (node.tests_own && node.own.p < significant) ||
              (node.tests_inclusive && node.inclusive.p < significant);
    }
    return any;
}

struct Shares {
    double false_alarms = 0;
    double detections = 0;
    double failures = 0; // share of rounds that fail a gate of 5 %
};

Shares shares_of(std::size_t runs, double noise) {
    constexpr int rounds = 1000;
    std::mt19937 random(4711);
    Shares shares;
    for (int round = 0; round < rounds; ++round) {
        const auto base = runs_of(random, runs, noise, 1);
        shares.false_alarms += names_any(compare(base, runs_of(random, runs, noise, 1))) ? 1 : 0;
        const auto slower = compare(base, runs_of(random, runs, noise, 1.1));
        shares.detections += names(slower, 3) ? 1 : 0;
        shares.failures += excesses(slower, 0.05).empty() ? 0 : 1;
    }
    return {shares.false_alarms / rounds, shares.detections / rounds, shares.failures / rounds};
}

TEST(Compare, EqualRunsSeldomDiffer) {
    for (const std::size_t runs : {2, 3, 5, 10}) {
        for (const double noise : {0.005, 0.02, 0.05}) {
            EXPECT_LE(shares_of(runs, noise).false_alarms, 0.05) << runs << " runs, " << noise;
        }
    }
}

TEST(Compare, NamesTheSlowerComponent) {
    EXPECT_GE(shares_of(5, 0.01).detections, 0.95);
    EXPECT_GE(shares_of(10, 0.02).detections, 0.95);
    EXPECT_GE(shares_of(5, 0.005).failures, 0.95);
    EXPECT_GE(shares_of(10, 0.01).failures, 0.95);
}

TEST(Compare, MatchesByCallPath) {
    std::mt19937 random(1);
    auto base = runs_of(random, 1, 0.001, 1);
    auto now = runs_of(random, 1, 0.001, 1);
    now[0].graph.components[2].instance = "other"; // another node, at the same place
    const auto comparison = compare(base, now);
    ASSERT_EQ(comparison.nodes.size(), 6U);
    EXPECT_EQ(comparison.nodes[2].runs_of_now, 0U);
    EXPECT_EQ(comparison.nodes[5].runs_of_base, 0U);
    EXPECT_EQ(comparison.nodes[5].parent, 0U);
}

} // namespace
