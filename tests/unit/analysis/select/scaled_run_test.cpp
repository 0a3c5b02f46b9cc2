// Runs that were not made: a planted application whose calls, sizes and times grow with its level.
#include "error_of.hpp"
#include "record_file_builder.hpp"

#include <proxima/fit/fit.hpp>
#include <proxima/gather/gather.hpp>
#include <proxima/gather/run_inputs.hpp>
#include <proxima/rundir/usable_run.hpp>
#include <proxima/select/predicted_times.hpp>
#include <proxima/select/scaled_run.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace proxima::select {
namespace {

using namespace rundir::test;

// At level L: driver.go takes 1000 * 4^L ns itself, and calls solver.solve 10 * 2^L times with
// n = 6 * 2^L or 10 * 2^L, which takes 200 + 30 n ns.
double total_us(int level) {
    const double power = std::exp2(level);
    return (1000 * power * power + 10 * power * (200 + 30 * 8 * power)) / 1000;
}

class ScaledRun : public testing::Test {
protected:
    void write(const std::string& name, int level, const std::string& arguments) const {
        directory_.write(name + "/run.json",
                         R"({"format": 1, "complete": true, "command": ["./app")" + arguments +
                             R"(],
 "host": "node17", "start": "2025-01-31T12:00:00Z", "end": "2025-01-31T12:00:01Z", "duration_us": 1e6,
 "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000},
  "end": {"ticks": 1000001000, "monotonic_ns": 1000005000}},
 "methods": [], "records": 0, "losses": {"invocations": 0, "reasons": []}})");
        RecordFileBuilder file;
        file.thread(0).method("Go", "go", "int go()");
        file.method("Solver", "solve", "void solve(int)", {{0, "n", "int"}});
        file.node(0, 0, "driver").node(1, 1, "solver");
        const auto power = std::uint64_t{1} << static_cast<unsigned>(level);
        std::vector<TestInvocation> invocations;
        const std::uint64_t begin = clock_start + 1000;
        auto now = begin + 1000 * power * power;
        for (std::uint64_t i = 0; i < 10 * power; ++i) {
            const auto n = (i % 2 == 0 ? 6 : 10) * power;
            invocations.push_back({2, now, now + 200 + 30 * n, 0, {n}});
            now += 200 + 30 * n;
        }
        invocations.push_back({1, begin, now});
        directory_.write(name + "/records/0-0.rec", file.block(invocations).end().bytes());
    }

    rundir::RunDirectory run(const std::string& name) const {
        return rundir::RunDirectory::open(directory_.path() / name);
    }

    // Writes runs at levels from 1 on, and fits models to them.
    std::vector<fit::Model> models(int levels) const {
        std::vector<rundir::RunDirectory> runs;
        for (int level = 1; level <= levels; ++level) {
            const auto name = "run" + std::to_string(level);
            write(name, level, R"(, "--level", ")" + std::to_string(level) + "\"");
            runs.push_back(run(name));
        }
        return fit::models_of(
            fit::fit(gather::gather(runs, {}).measurements, {}, [](auto, auto) {}));
    }

    select::RunScaler scaler(const std::string& name, const std::vector<fit::Model>& models) const {
        rundir::ReadOutcome outcome;
        return {select::measured_run(run(name), rundir::load_or_rebuild_graph(run(name), outcome)),
                {"models.json", models, {}},
                outcome};
    }

    TemporaryDirectory directory_;
};

TEST_F(ScaledRun, ComposesCallsSizesAndTimes) {
    const auto fitted = models(5);
    const auto scaled = scaler("run5", fitted).at({{"level", 7}});
    const auto& graph = scaled.graph;
    EXPECT_NEAR(graph.total_us(), total_us(7), 0.02 * total_us(7));
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
    EXPECT_NEAR(scaled.graph.total_us(), total_us(3), 1e-6 * total_us(3));
    EXPECT_EQ(scaled.graph.nodes[1].statistics.calls, made.run().graph.nodes[1].statistics.calls);
    EXPECT_LT(scaled.scaling_error, 1e-9);
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
    EXPECT_NEAR(graph.total_us(), total_us(7), 0.02 * total_us(7));
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
    directory_.write("plain/components.json", R"({"format": 1, "classes": {"mesh": "Mesh"},
        "parameters": {"mesh.max_level": "3"}})");
    EXPECT_EQ(gather::run_inputs(run("plain")),
              (std::map<std::string, std::string>{{"mesh.max_level", "3"}, {"ranks", "1"}}));
}

} // namespace
} // namespace proxima::select
