// Runs that were not made: a planted application whose calls, sizes and times grow with its level.
#include "error_of.hpp"
#include "leveled_runs.hpp"

#include <proxima/gather/run_inputs.hpp>
#include <proxima/rundir/usable_run.hpp>
#include <proxima/select/predicted_times.hpp>
#include <proxima/select/scaled_run.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace proxima::select {
namespace {

using planted::leveled_us;

class ScaledRun : public testing::Test, protected planted::LeveledRuns {
protected:
    select::RunScaler scaler(const std::string& name, const std::vector<fit::Model>& models) const {
        rundir::ReadOutcome outcome;
        return {select::measured_run(run(name), rundir::load_or_rebuild_graph(run(name), outcome)),
                {"models.json", models, {}},
                outcome};
    }
};

TEST_F(ScaledRun, ComposesCallsSizesAndTimes) {
    const auto fitted = models(5);
    const auto scaled = scaler("run5", fitted).at({{"level", 7}});
    const auto& graph = scaled.graph;
    EXPECT_NEAR(graph.total_us(), leveled_us(7), 0.02 * leveled_us(7));
    ASSERT_EQ(graph.nodes.size(), 2U);
    EXPECT_EQ(graph.nodes[0].statistics.calls, 1U);
    EXPECT_NEAR(static_cast<double>(graph.nodes[1].statistics.calls), 1280, 15);
    double calls = 0;
    double sizes = 0;
    for (const auto& group : scaled.inputs[1]) {
        calls += group.count;
        sizes += group.count * group.values.at("n");
    }
    EXPECT_NEAR(sizes / calls, 8 * 128, 10);
    EXPECT_GT(scaled.scaling_error, 0.001); // twice as many levels as two of the runs are apart
    EXPECT_LT(scaled.scaling_error, 0.25);
}

TEST_F(ScaledRun, IsTheRunAtItsOwnInputs) {
    const auto fitted = models(5);
    const auto made = scaler("run3", fitted);
    const auto scaled = made.at({{"level", 3}});
    EXPECT_NEAR(scaled.graph.total_us(), leveled_us(3), 1e-6 * leveled_us(3));
    EXPECT_EQ(scaled.graph.nodes[1].statistics.calls, made.run().graph.nodes[1].statistics.calls);
    EXPECT_LT(scaled.scaling_error, 1e-9);
}

// All calls take far longer than models say, so that these do not tell how they grow.
TEST_F(ScaledRun, CallsThatNoModelDescribesKeepTheirTime) {
    constexpr double slow = 1000;
    const auto fitted = models(5);
    write("odd", 5, R"(, "--level", "5")", slow);
    const auto scaled = scaler("odd", fitted).at({{"level", 7}});
    const double driver_us = 1000 * 1024 / 1000.0;
    const double solver_us = leveled_us(5) - driver_us;
    EXPECT_NEAR(scaled.graph.total_us() / slow / (driver_us + 4 * solver_us), 1, 0.02);
    EXPECT_NEAR(scaled.scaling_error, 1, 0.01);
}

TEST_F(ScaledRun, RefusesInputsAndWorkWithoutModels) {
    auto fitted = models(5);
    const auto refusal = [&](const std::map<std::string, double>& inputs) {
        return unit::error_of([&] { scaler("run5", fitted).at(inputs); });
    };
    EXPECT_NE(refusal({{"levels", 7}}).find("they have level"), std::string::npos);
    write("bare", 3, "");
    EXPECT_NE(unit::error_of([&] {
                  scaler("bare", fitted).at({{"level", 7}});
              }).find("states no number for level"),
              std::string::npos);
    std::erase_if(fitted, [](const auto& model) {
        return model.component == "solver" && model.metric == "time";
    });
    EXPECT_NE(refusal({{"level", 7}}).find("solver.solve"), std::string::npos);
}

// A call graph at other inputs has the times that its models predict for the scaled calls.
TEST_F(ScaledRun, PruneComposesTheSame) {
    select::PredictionSettings settings;
    settings.models = models(5);
    settings.values["level"] = 7;
    rundir::ReadOutcome outcome;
    auto graph = rundir::load_or_rebuild_graph(run("run5"), outcome);
    select::predict_times(run("run5"), graph, settings, outcome);
    EXPECT_NEAR(graph.total_us(), leveled_us(7), 0.02 * leveled_us(7));
}

TEST_F(ScaledRun, ShortNamesOfInputsAreUnderstood) {
    EXPECT_EQ(full_name({"mesh.max_level", "ranks"}, "max_level"), "mesh.max_level");
    EXPECT_EQ(full_name({"mesh.max_level", "sub.max_level"}, "max_level"), "max_level");
    EXPECT_EQ(full_name({"level", "mesh.level"}, "level"), "level");
}

// Whole runs are slower or faster by some percent; the run held back is, too.
TEST_F(ScaledRun, IntervalsHoldRunsThatWereHeldBack) {
    constexpr int loops = 40;
    constexpr double variation = 0.05;
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    int inside = 0;
    std::vector<double> widths;
    for (int loop = 0; loop < loops; ++loop) {
        for (int level = 1; level <= 5; ++level) {
            write(level, std::exp(variation * normal(random)));
        }
        const auto fitted_models = fitted(5);
        const auto interval = interval_of(scaler("run5", fitted_models).at({{"level", 6}}), 0.9);
        const double measured = leveled_us(6) * std::exp(variation * normal(random));
        inside += interval.contains(measured) ? 1 : 0;
        widths.push_back(interval.max / interval.min);
    }
    std::sort(widths.begin(), widths.end());
    RecordProperty("inside", inside);
    RecordProperty("median_width_percent", static_cast<int>(100 * (widths[loops / 2] - 1)));
    EXPECT_GE(inside, 34);
    EXPECT_LT(widths[loops / 2], 2);
}

// Equal inputs leave nothing to model calls by.
TEST_F(ScaledRun, RunsOfOneLevelHaveNoModelsOfCalls) {
    write("one", 3, R"(, "--level", "3")");
    write("other", 3, R"(, "--level", "3")");
    const auto gathered = gather::gather({run("one"), run("other")}, {});
    EXPECT_TRUE(std::none_of(gathered.measurements.begin(), gathered.measurements.end(),
                             [](const auto& one) { return one.metric == "calls"; }));
}

TEST_F(ScaledRun, InputsAreArgumentsAndParametersOfComponents) {
    write("plain", 1, R"(, "mesh.dat", "--size", "100", "--tol=1e-3", "--fast", "-n", "-5", "7")");
    const auto inputs = gather::run_inputs(run("plain"));
    EXPECT_EQ(inputs, (std::map<std::string, std::string>{{"argument1", "mesh.dat"},
                                                          {"size", "100"},
                                                          {"tol", "1e-3"},
                                                          {"n", "-5"},
                                                          {"argument8", "7"},
                                                          {"ranks", "1"}}));
    write_file("plain/components.json", R"({"format": 1, "classes": {"mesh": "Mesh"},
        "parameters": {"mesh.max_level": "3"}})");
    EXPECT_EQ(gather::run_inputs(run("plain")),
              (std::map<std::string, std::string>{{"mesh.max_level", "3"}, {"ranks", "1"}}));
}

} // namespace
} // namespace proxima::select
