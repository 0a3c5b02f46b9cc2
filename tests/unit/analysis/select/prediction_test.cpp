// Predictions of a run: measured runs replayed with other implementations, and their intervals.
#include "validation_selection.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/student.hpp>
#include <proxima/select/run_workload.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace {

using namespace proxima::select;
using namespace proxima::test;

class Predicting : public testing::Test {
protected:
    // A1 takes 2 x and A2 x^2 of four calls with x = 5, so 40 and 100; the runs had A1.
    SelectionProblem problem(const std::string& more_of_models = "") const {
        auto made = files_.problem(model_of("A1", "2*x", more_of_models) + "," +
                                       model_of("A2", "x^2", more_of_models),
                                   one_family);
        made.measured = {{"A", "A1"}};
        return made;
    }

    // Makes runs in which A took these times, and the rest 100.
    static Workload runs(const SelectionProblem& problem, const std::vector<double>& times) {
        auto workload = *problem.workload;
        for (const double us : times) {
            workload.works[0].measured.push_back({us, 0});
            workload.fixed_us.push_back(100);
        }
        return workload;
    }

    SelectionFiles files_;
};

constexpr double t_of_two = 2.919986; // Student's t, 2 degrees of freedom, 95 %

TEST_F(Predicting, KeptImplementationsTakeTheirMeasuredTime) {
    const auto made = problem();
    const auto answer = select(made, runs(made, {50, 60, 70}), {});
    const auto& prediction = answer.best[0].prediction;
    EXPECT_DOUBLE_EQ(prediction.mean_us, 160);
    EXPECT_DOUBLE_EQ(prediction.run_variation, 10.0 / 160);
    const double half = t_of_two * 10 / 160 * std::sqrt(1 + 1.0 / 3);
    EXPECT_NEAR(prediction.interval.min, 160 * std::exp(-half), 1e-4);
    EXPECT_NEAR(prediction.interval.max, 160 * std::exp(half), 1e-4);
    EXPECT_TRUE(answer.is_calibrated);
}

// The assumed standard deviation of 2 % is not estimated from these runs.
TEST_F(Predicting, RunsThatAreEqualVaryByTwoPercent) {
    const auto made = problem();
    const auto answer = select(made, runs(made, {60, 60, 60}), {});
    EXPECT_NEAR(answer.best[0].prediction.interval.max,
                160 * std::exp(1.644854 * 0.02 * std::sqrt(1 + 1.0 / 3)), 1e-4);
}

// The runs were 1.25, 1.5 and 1.75 times as slow as A1's model; A2 is assumed to be, too.
TEST_F(Predicting, NewImplementationsTakeTheirModelTimesTheSlowdown) {
    const auto made = problem();
    const auto answer = select(made, runs(made, {50, 60, 70}), {});
    const auto& prediction = answer.best[1].prediction;
    EXPECT_DOUBLE_EQ(prediction.mean_us, 100 + 150);
    EXPECT_DOUBLE_EQ(prediction.run_variation, 25.0 / 250);
}

TEST_F(Predicting, ModelsOfFewRunsAreLessCertain) {
    const auto made = problem(R"("evidence": {"runs": ["r1", "r2"]})");
    const auto answer = select(made, runs(made, {50, 60, 70}), {});
    // Both models are means of two runs; 150 of the 250 depend on them.
    const double of_models = 0.1 * 150 / 250 * std::sqrt(1.0 / 2 + 1.0 / 2);
    // A1 took 1.5 times the time of its model: half of the excess is one standard deviation.
    const double slowdown = 1.644854 * 0.5 * (1.5 - 1) * 100 / 250;
    const double half =
        std::hypot(t_of_two * 0.1 * std::sqrt(1 + 1.0 / 3), t_of_two * of_models, slowdown);
    EXPECT_NEAR(answer.best[1].prediction.interval.max, 250 * std::exp(half), 1e-4);
    EXPECT_NEAR(answer.best[0].prediction.interval.max,
                160 * std::exp(t_of_two * 10 / 160 * std::sqrt(1 + 1.0 / 3)), 1e-4);
}

// One model, used with another input than in the runs: the measured times have its error, too.
TEST_F(Predicting, SharedErrorsCancel) {
    const std::string interval = R"("interval": {"level": 0.9, "degrees_of_freedom": 9,
        "gradient": ["n"], "covariance": [[1]]})";
    auto made = files_.problem(
        R"({"implementation": "tree", "mean": "10 * n", "inputs": [{"name": "n"}], )" + interval +
            "}",
        R"("families": [{"name": "A", "implementations": [
            {"name": "2", "model": "tree", "inputs": {"n": 2}},
            {"name": "3", "model": "tree", "inputs": {"n": 3}}]}],
           "measured": {"A": "2"}, "workload": [{"instance": "A", "inputs": [{}]}])");
    auto workload = *made.workload;
    workload.works[0].measured = {{20, 0}};
    workload.fixed_us = {0};
    const auto settings = without_variation();
    const auto answer = select(made, workload, settings);
    EXPECT_DOUBLE_EQ(answer.best[1].prediction.mean_us, 30);
    EXPECT_NEAR(answer.best[1].prediction.stddev_us, 0, 1e-9);
    made.measured.clear();
    EXPECT_NEAR(select(made, workload, settings).best[1].prediction.stddev_us, 3, 1e-9);
}

// Small work without models counts as measured, with a note; large work is refused.
TEST_F(Predicting, SmallWorkWithoutModelsCountsAsMeasured) {
    const auto made = problem();
    auto workload = runs(made, {60, 60});
    auto other = workload.works[0];
    other.inputs[0].values = {{"y", 4}};
    other.measured = {{5, 0}, {7, 0}};
    other.share = 0.04;
    workload.works.push_back(other);
    const auto answer = select(made, workload, {});
    EXPECT_DOUBLE_EQ(answer.as_measured_us, 6);
    EXPECT_DOUBLE_EQ(answer.best[0].prediction.mean_us, 166);
    EXPECT_TRUE(answer.is_proven());
    workload.works.back().share = 0.06;
    EXPECT_THROW(select(made, workload, {}), proxima::base::Error);
    workload.works.erase(workload.works.begin());
    workload.works.back().share = 0.04;
    const auto nothing = select(made, workload, {});
    EXPECT_FALSE(nothing.variables[0].is_significant);
    EXPECT_EQ(nothing.best.size(), 1U);
}

// Runs differ by a common factor, and so did the runs that models were fitted to.
TEST_F(Predicting, IntervalsHoldNewRunsAsOftenAsStated) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    constexpr int trials = 600;
    constexpr int trained = 4; // runs of each model
    int inside = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const auto slowness = [&] { return 1 + 0.06 * normal(random); };
        const auto model = [&](const std::string& name, const std::string& formula) {
            double factor = 0;
            for (int i = 0; i < trained; ++i) {
                factor += slowness() / trained;
            }
            return model_of(name, std::to_string(factor) + " * " + formula,
                            R"("evidence": {"runs": ["1", "2", "3", "4"]})");
        };
        auto made = files_.problem(model("A1", "2*x") + "," + model("A2", "x^2"), one_family);
        made.measured = {{"A", "A1"}};
        auto workload = *made.workload;
        for (int run = 0; run < 3; ++run) {
            const double factor = slowness();
            workload.works[0].measured.push_back({40 * factor, 0});
            workload.fixed_us.push_back(20 * factor);
        }
        const auto answer = select(made, workload, {});
        const auto& interval = answer.best[1].prediction.interval;
        inside += interval.contains(120 * slowness()) ? 1 : 0;
    }
    EXPECT_GT(inside, 0.85 * trials);
    EXPECT_LT(inside, 0.97 * trials);
}

// Rank 1 computes more, rank 0 waits for it: both end after 100 us.
TEST_F(Predicting, TheBusiestRankIsTheRun) {
    files_.write("callgraph.json", R"j({"proxima": {"format": 1},
        "graph": [{"0": {"data": {"name": "a.f", "instance": "a", "method": "f"}, "children": []}}],
        "dataframe": [
        {"node": 0, "rank": 0, "calls": 1, "time": 100, "time (inc)": 100, "communication": 60},
        {"node": 0, "rank": 1, "calls": 3, "time": 101, "time (inc)": 101, "communication": 10}]})j");
    const auto graph = proxima::rundir::load_call_graph(files_.path("callgraph.json"));
    EXPECT_DOUBLE_EQ(graph.total_us(), 201);
    const auto run = measured_run(
        proxima::rundir::RunDirectory::open(files_.path("callgraph.json").parent_path()), graph);
    EXPECT_EQ(run.rank, 1U);
    EXPECT_DOUBLE_EQ(run.graph.total_us(), 101);
    EXPECT_EQ(run.graph.nodes[0].statistics.calls, 3U);
}

TEST_F(Predicting, ModelsOfTimeIncludeCallees) {
    const auto problem =
        files_.problem(model_of("A1", "10") + "," + model_of("A2", "12"), one_family);
    auto workload = *problem.workload;
    // The run took 40 in A1, of which 8 in what A1 calls; A2 would take 48 with the same calls.
    workload.works[0].measured = {{32, 8}};
    workload.fixed_us = {100};
    const auto answer = select(problem, workload, {});
    EXPECT_DOUBLE_EQ(answer.best[0].prediction.mean_us, 40 - 8 + 100);
    EXPECT_FALSE(answer.is_calibrated); // the class in the run is unknown
}

std::string uncertain(double variance) {
    return R"("interval": {"level": 0.9, "degrees_of_freedom": 100, "gradient": ["1"],
               "covariance": [[)" +
           std::to_string(variance) + "]]}";
}

TEST_F(Predicting, TheRunnerUpIsBetterWithTheProbabilityOfTheModels) {
    const auto answer = files_.answer(
        model_of("A1", "10", uncertain(4)) + "," + model_of("A2", "11", uncertain(1)), one_family);
    // 4 calls: the difference is 4, its variance 16 * (4 + 1), of 25 / (16 / 100 + 1 / 100)
    // degrees.
    ASSERT_TRUE(answer.best[1].better_probability.has_value());
    EXPECT_NEAR(*answer.best[1].better_probability, 0.3276894, 1e-6);
    ASSERT_TRUE(answer.doubt.has_value());
    EXPECT_EQ(answer.doubt->measurement.text(), "A1 at x = 5");
    EXPECT_NEAR(answer.doubt->after, 0.1598621, 1e-6); // one sigma, 100 degrees
    EXPECT_NEAR(answer.best[0].prediction.stddev_us, 8, 1e-12);
}

// Few calls estimate the deviation, too: 5 degrees of freedom.
TEST_F(Predicting, ModelsOfFewCallsLeaveMoreDoubt) {
    const std::string interval = R"("interval": {"level": 0.9, "degrees_of_freedom": 5,
        "gradient": ["1"], "covariance": [[1]]})";
    const auto answer = files_.answer(model_of("A1", "10", interval) + "," +
                                          model_of("A2", "15", R"("interval": {"level": 0.9,
            "degrees_of_freedom": 5, "gradient": ["1"], "covariance": [[0]]})"),
                                      one_family);
    EXPECT_NEAR(answer.best[1].better_probability.value(), 0.0020524, 1e-6); // five sigmas
}

TEST_F(Predicting, AModelWithoutAnIntervalLeavesTheProbabilityOpen) {
    const auto answer =
        files_.answer(model_of("A1", "10", uncertain(4)) + "," + model_of("A2", "11"), one_family);
    EXPECT_FALSE(answer.best[1].better_probability);
    EXPECT_FALSE(answer.doubt);
}

// A1 took 1.5 times the time of its model, and the models are means of two runs, which differ.
TEST_F(Predicting, DoubtHasThePartsOfTheInterval) {
    const auto made = problem(R"("evidence": {"runs": ["r1", "r2"]}, )" + uncertain(0));
    const auto answer = select(made, runs(made, {50, 60, 70}), {});
    const double slowdown = 0.5 * (1.5 - 1) * 100;
    const double few_runs = 0.1 * 150; // sqrt(1 / 2 + 1 / 2) = 1
    const double degrees =
        std::pow(slowdown * slowdown + few_runs * few_runs, 2) / (std::pow(few_runs, 4) / 2);
    EXPECT_NEAR(answer.best[1].better_probability.value(),
                proxima::base::student_upper_tail(90 / std::hypot(slowdown, few_runs), degrees),
                1e-9);
}

// A1's model is for x up to 4, and says 200 for a call that took 100; A2's says 150.
TEST_F(Predicting, AKeptImplementationTakesItsMeasuredTimeOutsideOfItsDomain) {
    auto made = files_.problem(R"({"implementation": "A1", "mean": "10 * x",
        "inputs": [{"name": "x", "min": 0, "max": 4}]},)" +
                                   model_of("A2", "7.5 * x"),
                               one_family);
    made.measured = {{"A", "A1"}};
    const auto answer = select(made, runs(made, {100, 100}), {});
    EXPECT_EQ(answer.best[0].implementations[0], 0U);
    EXPECT_DOUBLE_EQ(answer.best[0].prediction.mean_us, 200);
    EXPECT_DOUBLE_EQ(answer.best[1].prediction.mean_us, 250);
    EXPECT_FALSE(answer.is_proven());
}

TEST_F(Predicting, AKeptImplementationTakesItsMeasuredTimeWhereItsModelIsNegative) {
    auto made = files_.problem(model_of("A1", "x - 6") + "," + model_of("A2", "40"), one_family);
    made.measured = {{"A", "A1"}};
    const auto answer = select(made, runs(made, {100, 100}), {});
    ASSERT_EQ(answer.best.size(), 2U);
    EXPECT_EQ(answer.best[0].implementations[0], 0U);
    EXPECT_DOUBLE_EQ(answer.best[0].prediction.mean_us, 200);
}

// The formula of Trebon's thesis for the Godunov flux, in us, which holds for large arrays only.
TEST_F(Predicting, AModelThatIsNegativeWhereItIsUsedIsLeftOut) {
    const std::string godunov = R"({"implementation": "Godunov", "method": "compute",
        "inputs": [{"name": "Q"}], "mean": "-963 + 0.315 * Q"},)";
    const std::string efm = R"({"implementation": "EFM", "inputs": [{"name": "Q"}],
                               "mean": "1 + 0.16 * Q"})";
    const auto family = [](const std::string& implementations, int size) {
        return R"("families": [{"name": "flux", "implementations": [)" + implementations +
               R"(]}], "workload": [{"instance": "flux", "method": "compute", "inputs": [
                   {"values": {"Q": )" +
               std::to_string(size) + R"(}}, {"values": {"Q": 8000}}]}])";
    };
    const auto both = R"("Godunov", "EFM")";
    const auto answer = files_.answer(godunov + efm, family(both, 50));
    ASSERT_EQ(answer.best.size(), 1U);
    EXPECT_EQ(answer.best[0].implementations[0], 1U);
    EXPECT_DOUBLE_EQ(answer.best[0].prediction.mean_us, 9 + 1281);
    EXPECT_FALSE(answer.is_proven());
    ASSERT_EQ(answer.not_known.size(), 1U);
    EXPECT_NE(answer.not_known[0].what.find("flux as Godunov is left out"), std::string::npos);
    EXPECT_EQ(answer.next_measurement()->text(), "Godunov.compute at Q = 50");
    EXPECT_TRUE(files_.answer(godunov + efm, family(both, 9000)).is_proven());
    EXPECT_NE(files_.complaint(godunov + efm, family(R"("Godunov")", 50))
                  .find("nothing is left to choose for flux"),
              std::string::npos);
}

TEST_F(Predicting, NothingIsProvenOutsideOfADomain) {
    const auto models =
        R"({"implementation": "A1", "mean": "x + n", "inputs": [{"name": "x", "min": 0, "max": 4},
            {"name": "n", "min": 0, "max": 2}]},)" +
        model_of("A2", "1000");
    const auto with = [&](const std::string& values) {
        return files_.answer(models,
                             R"("families": [{"name": "A", "implementations": ["A1", "A2"]}],
            "workload": [{"instance": "A", "inputs": [{"values": )" +
                                 values + R"(, "count": 4}]}])");
    };
    EXPECT_TRUE(with(R"({"x": 4, "n": 2})").is_proven());
    const auto outside = with(R"({"x": 5, "n": 1})");
    EXPECT_TRUE(outside.is_optimal);
    EXPECT_FALSE(outside.is_proven());
    ASSERT_EQ(outside.not_known.size(), 1U);
    EXPECT_EQ(outside.not_known[0].what,
              "the model of A1 holds for x from 0 to 4, and is used for 5 (4 calls)");
    EXPECT_EQ(outside.next_measurement()->text(), "A1 at x = 5, n = 1");
    // A quarter of the width outside: that share of the mean is uncertain.
    EXPECT_DOUBLE_EQ(outside.best[0].prediction.stddev_us, 4 * 6 * 0.25);
    EXPECT_EQ(with(R"({"x": 5, "n": 100})").not_known.size(), 2U);
}

} // namespace
