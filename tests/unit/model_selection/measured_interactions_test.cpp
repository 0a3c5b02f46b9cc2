// Runs whose interactions are known.
#include "selection_files.hpp"

#include <proxima/model/measured_interactions.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

constexpr double calls = 100;

/// a calls b 100 times; A1: 10 us, A2: 8, B1: 5, B2: 4, and together what `extra` says.
const std::string means[] = {"10", "8", "5", "4"};

class Interactions : public testing::Test {
protected:
    SelectionProblem problem(const std::string& more = "") const {
        return files_.problem(
            model_of("A1", means[0], more) + "," + model_of("A2", means[1], more) + "," +
                model_of("B1", means[2], more) + "," + model_of("B2", means[3], more),
            R"("families": [{"name": "a", "implementations": ["A1", "A2"]},
                            {"name": "b", "implementations": ["B1", "B2"]}])");
    }

    static Work work(const std::string& instance, const std::string& caller, double own_us) {
        Work made;
        made.instance = instance;
        made.name = instance + ".go";
        made.caller = caller;
        made.exclusive_us = own_us;
        made.inputs.push_back({{{"x", 1}}, {}, calls});
        return made;
    }

    /// `of_caller`, `of_callee`: what is spent at either end beyond the models, for each call.
    static AssembledRun run(int a, int b, double of_caller, double of_callee,
                            double callees_us = 0) {
        const double own[] = {10, 8, 5, 4};
        AssembledRun made;
        made.name = "run";
        made.implementations = {{"a", a == 0 ? "A1" : "A2"}, {"b", b == 0 ? "B1" : "B2"}};
        made.workload.works.push_back(work("a", "", calls * (own[a] + of_caller)));
        made.workload.works.push_back(work("b", "a", calls * (own[2 + b] + of_callee)));
        made.workload.calls.push_back({"a", "b", calls});
        made.workload.works[0].callees_us = callees_us;
        return made;
    }

    static const InteractionCost* cost(const MeasuredInteractions& found, const std::string& a,
                                       const std::string& b) {
        for (const auto& interaction : found.interactions) {
            for (const auto& one : interaction.costs) {
                if (one.first == a && one.second == b) {
                    return &one;
                }
            }
        }
        return nullptr;
    }

    static const std::string exclusive;
    SelectionFiles files_;
};

const std::string Interactions::exclusive = R"("metric": "exclusive", "stddev": "0.1")";

TEST_F(Interactions, AreWhatBothEndsTakeBeyondTheirModels) {
    const auto found =
        measured_interactions(problem(exclusive), {run(0, 0, 0, 0), run(1, 0, 0.5, 3),
                                                   run(0, 1, 0, -1), run(1, 1, 0, 0)});
    EXPECT_TRUE(found.not_known.empty());
    ASSERT_NE(cost(found, "A2", "B1"), nullptr);
    EXPECT_NEAR(cost(found, "A2", "B1")->us_per_call, 3.5, 1e-9);
    EXPECT_NEAR(cost(found, "A1", "B2")->us_per_call, -1, 1e-9);
    EXPECT_NEAR(cost(found, "A1", "B1")->us_per_call, 0, 1e-9);
    // Each end is known to 0.1 us in 100 calls, once.
    EXPECT_NEAR(cost(found, "A2", "B1")->stddev_us_per_call, std::sqrt(2.0) * 0.1 / 10, 1e-9);
}

TEST_F(Interactions, RepeatedRunsAreMoreCertain) {
    const auto found = measured_interactions(problem(exclusive),
                                             {run(0, 0, 0, 0), run(1, 0, 0.5, 3), run(1, 0, 0.5, 3),
                                              run(1, 0, 0.5, 3), run(1, 0, 0.5, 3)});
    EXPECT_NEAR(cost(found, "A2", "B1")->stddev_us_per_call, std::sqrt(2.0) * 0.1 / 10 / 2, 1e-9);
    ASSERT_EQ(found.not_known.size(), 2U); // both with B2
    EXPECT_EQ(found.not_known[0], "a as A1 with b as B2: they were never together; run that");
}

TEST_F(Interactions, UncertainModelsAreNotAveragedOut) {
    const auto uncertain = exclusive + R"(, "interval": {"level": 0.9, "degrees_of_freedom": 9,
        "gradient": ["1"], "covariance": [[0.04]]})";
    const auto found = measured_interactions(problem(uncertain),
                                             {run(0, 0, 0, 0), run(1, 0, 0, 3), run(1, 0, 0, 3)});
    EXPECT_NEAR(cost(found, "A2", "B1")->stddev_us_per_call,
                std::sqrt(2 * 0.04 + 2 * 0.01 / 100 / 2), 1e-9);
}

TEST_F(Interactions, WithoutDeviationTheRunsHaveToBeRepeated) {
    const auto plain = R"("metric": "exclusive")";
    auto found = measured_interactions(problem(plain), {run(0, 0, 0, 0), run(1, 0, 0, 3)});
    EXPECT_EQ(cost(found, "A2", "B1"), nullptr);
    EXPECT_NE(found.not_known.at(0).find("no deviation is known; repeat the run"),
              std::string::npos);
    found = measured_interactions(
        problem(plain), {run(0, 0, 0, 0), run(0, 0, 0, 0), run(1, 0, 0, 2), run(1, 0, 0, 4)});
    ASSERT_NE(cost(found, "A2", "B1"), nullptr);
    EXPECT_NEAR(cost(found, "A2", "B1")->us_per_call, 3, 1e-9);
}

TEST_F(Interactions, OfManyNoisyRunsAreWithinTheirStatedErrors) {
    const double truth[2][2] = {{0, -1}, {3, 0.5}};
    std::mt19937 random(1);
    std::normal_distribution<double> noise(0, 0.1 / std::sqrt(calls)); // of a mean over the calls
    int covered = 0;
    int all = 0;
    for (int repetition = 0; repetition < 250; ++repetition) {
        std::vector<AssembledRun> runs;
        for (const int pair : {0, 1, 2, 3, 0, 1, 2, 3}) {
            runs.push_back(
                run(pair / 2, pair % 2, noise(random), truth[pair / 2][pair % 2] + noise(random)));
        }
        const auto found = measured_interactions(problem(exclusive), runs);
        for (const int pair : {0, 1, 2, 3}) {
            const auto* one = cost(found, pair / 2 == 0 ? "A1" : "A2", pair % 2 == 0 ? "B1" : "B2");
            ASSERT_NE(one, nullptr);
            const double distance = std::abs(one->us_per_call - truth[pair / 2][pair % 2]);
            covered += distance <= 1.645 * one->stddev_us_per_call ? 1 : 0;
            ++all;
        }
    }
    EXPECT_GT(covered, 0.85 * all);
    EXPECT_LT(covered, 0.97 * all); // errors are never stated smaller than the models' noise
}

/// a calls b and c. What it takes itself is shared out only as far as the runs tell.
TEST_F(Interactions, OfSeveralNeighboursAreToldApartByVaryingThemAlone) {
    const auto three =
        files_.problem(model_of("A", "10", exclusive) + "," + model_of("B1", "5", exclusive) + "," +
                           model_of("B2", "4", exclusive) + "," + model_of("C1", "5", exclusive) +
                           "," + model_of("C2", "4", exclusive),
                       R"("families": [{"name": "a", "implementations": ["A"]},
                        {"name": "b", "implementations": ["B1", "B2"]},
                        {"name": "c", "implementations": ["C1", "C2"]}])");
    const auto of = [](int b, int c) { // a takes 2 us more with B2, 3 with C2
        AssembledRun made;
        made.name = "run";
        made.implementations = {
            {"a", "A"}, {"b", b == 0 ? "B1" : "B2"}, {"c", c == 0 ? "C1" : "C2"}};
        made.workload.works = {work("a", "", calls * (10 + 2 * b + 3 * c)),
                               work("b", "a", calls * (5 - b)), work("c", "a", calls * (5 - c))};
        made.workload.calls = {{"a", "b", calls}, {"a", "c", calls}};
        return made;
    };
    const auto apart = measured_interactions(three, {of(0, 0), of(1, 0), of(0, 1)});
    EXPECT_TRUE(apart.not_known.empty());
    EXPECT_NEAR(cost(apart, "A", "B2")->us_per_call, 2, 1e-9);
    EXPECT_NEAR(cost(apart, "A", "C2")->us_per_call, 3, 1e-9);
    const auto together = measured_interactions(three, {of(0, 0), of(1, 1)});
    EXPECT_EQ(cost(together, "A", "C2"), nullptr);
    EXPECT_NE(together.not_known.at(0).find("not told apart from other pairs"), std::string::npos);
}

TEST_F(Interactions, TakeTwoAssemblies) {
    EXPECT_THROW(measured_interactions(problem(exclusive), {run(0, 0, 0, 0), run(0, 0, 0, 0)}),
                 Error);
    auto alone = run(0, 0, 0, 0);
    auto other = run(1, 0, 0, 0);
    alone.workload.calls.clear();
    other.workload.calls.clear();
    EXPECT_THROW(measured_interactions(problem(exclusive), {alone, other}), Error);
}

TEST_F(Interactions, AreReadBySelectionsAsTheyAreWritten) {
    const auto found =
        measured_interactions(problem(exclusive), {run(0, 0, 0, 0), run(1, 0, 0, 3)});
    files_.write("measured.json", interactions_text(found.interactions));
    const auto read = files_.problem(model_of("A1", "1") + "," + model_of("A2", "1") + "," +
                                         model_of("B1", "1") + "," + model_of("B2", "1"),
                                     R"("interactions_from": ["measured.json"],
           "families": [{"name": "a", "implementations": ["A1", "A2"]},
                        {"name": "b", "implementations": ["B1", "B2"]}])");
    ASSERT_EQ(read.interactions.size(), 1U);
    EXPECT_EQ(read.interactions[0].costs.size(), found.interactions.at(0).costs.size());
    EXPECT_EQ(interactions_text(read.interactions), interactions_text(found.interactions));
}

} // namespace
