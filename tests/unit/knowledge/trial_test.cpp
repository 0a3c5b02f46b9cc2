// What becomes of a run, whose every number is written down here.
#include "knowledge_test.hpp"

#include <proxima/rundir/error.hpp>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>

namespace {

using namespace proxima::knowledge;
using namespace proxima::rundir::test;
using proxima::rundir::ReadOutcome;
using proxima::rundir::RunDirectory;

const char* const run_json =
    R"({"format": 1, "proxima": "0.1.0", "complete": false, "recovered": true,
 "command": ["./app", "x"], "host": "node17", "pid": 4711, "start": "2025-01-31T12:00:00.123456Z",
 "machine": {"processor": "AMD EPYC", "processors": 4, "memory_bytes": 8589934592, "system": "Linux 6.1.0"},
 "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000}, "end": null},
 "mpi": {"size": 2, "rank": 0}, "configuration": {"text": "on"}, "methods": [], "invocations": 9,
 "records": 9, "losses": {"invocations": 0, "reasons": []}})";

enum Node : std::uint32_t { go = 1, compute };

/// A driver and a flux with n and a mode.
RecordFileBuilder definitions(std::uint32_t rank) {
    RecordFileBuilder file(rank, 0);
    file.thread(0).method("GoPort", "go", "int go()");
    file.method("ns::FluxPort", "compute", "void compute(int, Mode)",
                {{0, "n", "int"}, {4, "mode", "Mode", {{0, "sequential"}, {1, "strided"}}}});
    return file.node(0, 0, "driver").node(1, 1, "flux");
}

class Trials : public testing::Test {
protected:
    void SetUp() override { directory_.write("run.json", run_json); }

    Trial read(const TrialSettings& settings = {}) {
        ReadOutcome outcome;
        auto trial = read_trial(RunDirectory::open(directory_.path()), settings, outcome);
        EXPECT_TRUE(outcome.problems.empty());
        return trial;
    }

    static std::map<std::string, InvocationStatistics> by_parameters(const Trial& trial,
                                                                     const std::string& timer) {
        std::map<std::string, InvocationStatistics> rows;
        for (const auto& one : trial.statistics) {
            std::string text;
            for (const auto& parameter : one.parameters) {
                text += (text.empty() ? "" : ",") + parameter.name + "=" + parameter.text;
            }
            if (trial.timers[one.timer].name == timer) {
                EXPECT_EQ(rows.count(text), 0U) << text;
                rows[text] = one;
            }
        }
        return rows;
    }

    TemporaryDirectory directory_;
};

TEST_F(Trials, AreDescribedByTheirRun) {
    directory_.write("records/0-0.rec", definitions(0).block({{go, 5000, 9000}}).end().bytes());
    TrialSettings settings;
    settings.experiment = "sizes";
    settings.metadata = {{"compiler", "gcc12"}};
    const auto trial = read(settings);
    EXPECT_EQ(trial.experiment, "sizes");
    EXPECT_EQ(trial.name, directory_.path().filename().string());
    EXPECT_EQ(trial.identity, "node17 4711 2025-01-31T12:00:00.123456Z");
    EXPECT_EQ(trial.ranks, 2);
    EXPECT_FALSE(trial.is_complete);
    EXPECT_EQ(trial.machine.processors, 4U);
    EXPECT_EQ(description(trial.machine), "AMD EPYC, 4 processors, 8 GiB");
    EXPECT_EQ(trial.metadata.at("compiler"), "gcc12");
    EXPECT_EQ(trial.metadata.at("run.command"), "./app x");
}

TEST_F(Trials, StatisticsAreByAllParameters) {
    directory_.write("records/0-0.rec", definitions(0)
                                            .block({{compute, 6000, 7000, 200, {10, 0}},
                                                    {compute, 7000, 10000, 400, {10, 0}},
                                                    {compute, 10000, 12000, 0, {10, 1}},
                                                    {compute, 12000, 13000, 0, {20, 0}},
                                                    {go, 5000, 15000, 600}})
                                            .end()
                                            .bytes());
    directory_.write("records/1-0.rec",
                     definitions(1)
                         .block({{compute, 6000, 11000, 0, {20, 0}}, {go, 5000, 12000}})
                         .end()
                         .bytes());
    const auto trial = read({.implementations = {{"flux", "Godunov"}}});
    const auto flux = by_parameters(trial, "flux.compute");
    ASSERT_EQ(flux.size(), 3U);
    const auto& ten = flux.at("n=10,mode=sequential");
    EXPECT_EQ(ten.calls, 2U);
    EXPECT_DOUBLE_EQ(ten.sum_us, 4);
    EXPECT_DOUBLE_EQ(ten.sum_of_squares_us2, 1 + 9);
    EXPECT_DOUBLE_EQ(ten.min_us, 1);
    EXPECT_DOUBLE_EQ(ten.max_us, 3);
    EXPECT_DOUBLE_EQ(*ten.communication_us, 0.6);
    EXPECT_EQ(ten.parameters[0].low, 10);
    EXPECT_FALSE(ten.parameters[1].low.has_value());
    const auto& twenty = flux.at("n=20,mode=sequential"); // of both ranks
    EXPECT_EQ(twenty.calls, 2U);
    EXPECT_DOUBLE_EQ(twenty.sum_us, 6);
    EXPECT_DOUBLE_EQ(twenty.sum_of_squares_us2, 1 + 25);
    EXPECT_EQ(flux.at("n=10,mode=strided").calls, 1U);
    const auto driver = by_parameters(trial, "driver.go");
    EXPECT_DOUBLE_EQ(driver.at("").sum_us, 17);
    for (const auto& timer : trial.timers) {
        EXPECT_EQ(timer.implementation, timer.component == "flux" ? "Godunov" : "driver");
    }
    ASSERT_EQ(trial.timers[trial.statistics[0].timer].parameters.size(),
              trial.timers[trial.statistics[0].timer].component == "flux" ? 2U : 0U);
}

TEST_F(Trials, TimesAreOfAllThreadsAndOfEach) {
    directory_.write("records/0-0.rec", definitions(0)
                                            .block({{compute, 6000, 7000, 200, {10, 0}},
                                                    {compute, 7000, 10000, 400, {10, 0}},
                                                    {go, 5000, 15000, 600}})
                                            .end()
                                            .bytes());
    directory_.write("records/1-0.rec", definitions(1).block({{go, 5000, 12000}}).end().bytes());
    const auto trial = read();
    ASSERT_EQ(trial.threads.size(), 3U);
    EXPECT_TRUE(trial.threads[0].is_total);
    EXPECT_EQ(trial.threads[2].rank, 1);
    ASSERT_EQ(trial.call_paths.size(), 2U);
    EXPECT_EQ(trial.call_paths[1].parent, 0U);
    const auto data = [&](std::size_t path, std::size_t thread) {
        for (const auto& one : trial.call_data) {
            if (one.call_path == path && one.thread == thread) {
                return one;
            }
        }
        return CallData{};
    };
    EXPECT_EQ(data(0, 0).calls, 2U);
    EXPECT_EQ(data(0, 0).subroutines, 2U);
    EXPECT_NEAR(data(0, 0).values.at(0).inclusive, 17, 1e-9);
    EXPECT_NEAR(*data(0, 0).values.at(0).exclusive, 13, 1e-9);
    EXPECT_NEAR(data(0, 1).values.at(0).inclusive, 10, 1e-9);
    EXPECT_NEAR(*data(0, 1).values.at(0).exclusive, 6, 1e-9);
    EXPECT_NEAR(data(0, 1).values.at(1).inclusive, 0.6, 1e-9);
    EXPECT_NEAR(*data(0, 1).values.at(1).exclusive, 0, 1e-9);
    EXPECT_NEAR(data(1, 1).values.at(1).inclusive, 0.6, 1e-9);
    EXPECT_EQ(data(1, 1).calls, 2U);
    EXPECT_DOUBLE_EQ(data(1, 1).mean_us, 2);
    EXPECT_DOUBLE_EQ(data(1, 1).stddev_us, 1);
    EXPECT_EQ(data(0, 2).calls, 1U);
    EXPECT_NEAR(*data(0, 2).values.at(0).exclusive, 7, 1e-9);
    EXPECT_EQ(data(1, 2).calls, 0U); // not called by this one
}

TEST_F(Trials, TooManyCombinationsAreTakenTogether) {
    std::vector<TestInvocation> invocations;
    for (std::uint64_t n = 1; n <= 40; ++n) {
        invocations.push_back({compute, n * 1000, n * 1000 + 500, 0, {n, n % 2}});
    }
    directory_.write("records/0-0.rec", definitions(0).block(invocations).end().bytes());
    const auto rows = by_parameters(read({.most_combinations = 16}), "flux.compute");
    // 1, 2..3, 4..7, 8..15, 16..31, 32..63, each but the first with both modes.
    ASSERT_EQ(rows.size(), 11U);
    EXPECT_EQ(rows.at("n=16..31,mode=strided").calls, 8U);
    EXPECT_EQ(rows.at("n=32..63,mode=sequential").calls, 5U);
    EXPECT_EQ(rows.at("n=16..31,mode=strided").parameters[0].low, 16);
    EXPECT_EQ(rows.at("n=16..31,mode=strided").parameters[0].high, 31);
    const auto few = by_parameters(read({.most_combinations = 4}), "flux.compute");
    ASSERT_EQ(few.size(), 6U); // by the first parameter alone
    EXPECT_EQ(few.at("n=32..63").calls, 9U);
    std::uint64_t calls = 0;
    for (const auto& [text, row] : few) {
        calls += row.calls;
    }
    EXPECT_EQ(calls, 40U);
}

TEST_F(Trials, StatisticsOfTheRuntimeCountWhereNotAllWasRecorded) {
    auto file = definitions(0).block({{compute, 6000, 7000, 0, {10, 0}}, {go, 5000, 90000}});
    file.statistics({{compute, 4, {1000, 1000, 4000}, 500}, {go, 0, {85000}}});
    directory_.write("records/0-0.rec", file.end().bytes());
    const auto trial = read();
    const auto rows = by_parameters(trial, "flux.compute");
    ASSERT_EQ(rows.size(), 1U);
    const auto& row = rows.at("n=8..15");
    EXPECT_EQ(row.calls, 3U);
    EXPECT_NEAR(row.sum_us, 6, 1e-9);
    EXPECT_NEAR(row.sum_of_squares_us2, 18, 1e-9);
    EXPECT_NEAR(row.max_us, 4, 1e-9);
    EXPECT_NEAR(*row.communication_us, 0.5, 1e-9);
    EXPECT_EQ(by_parameters(trial, "driver.go").at("").calls, 1U);
}

TEST_F(Trials, TimesThatCannotBeAddedUpAreRefused) {
    directory_.write("callgraph.json", R"json({"graph": [{
        "0": {"data": {"name": "driver.go", "type": "component", "port": "GoPort", "instance": "driver", "method": "go",
                       "signature": "int go()"}, "children": []}}],
        "dataframe_indices": ["node", "rank"],
        "dataframe": [{"node": 0, "rank": 0, "name": "driver.go", "calls": 1, "time": 1e308, "time (inc)": 1e308}]})json");
    try {
        read();
        FAIL();
    } catch (const proxima::rundir::Error& error) {
        EXPECT_NE(std::string(error.what()).find("driver.go takes longer than 10^24 us"),
                  std::string::npos)
            << error.what();
    }
}

TEST_F(Trials, WithoutRecordsTheCallGraphTells) {
    directory_.write("callgraph.json", R"json({"graph": [{
        "0": {"data": {"name": "driver.go", "type": "component", "port": "GoPort", "instance": "driver", "method": "go",
                       "signature": "int go()"}, "children": [1]},
        "1": {"data": {"name": "flux.compute", "type": "component", "port": "FluxPort", "instance": "flux", "method": "compute",
                       "signature": "void compute(int)"}, "children": []}}],
        "dataframe_indices": ["node", "rank"],
        "dataframe": [
        {"node": 0, "rank": 0, "name": "driver.go", "calls": 2, "time": 10.0, "time (inc)": 40.0, "communication": 4.0,
         "computation": 36.0, "min": 15.0, "max": 25.0, "mean": 20.0, "stddev": 5.0},
        {"node": 1, "rank": 0, "name": "flux.compute", "calls": 3, "time": 30.0, "time (inc)": 30.0, "communication": 0.0,
         "computation": 30.0, "min": 5.0, "max": 15.0, "mean": 10.0, "stddev": 4.08248290463863}],
        "bins": [{"node": 1, "parameter": "n", "type": "integer", "bin": 5, "calls": 2, "sum": 20.0, "sum of squares": 250.0,
                  "min": 5.0, "max": 15.0},
                 {"node": 1, "parameter": "n", "type": "integer", "bin": 6, "calls": 1, "sum": 10.0, "sum of squares": 100.0,
                  "min": 10.0, "max": 10.0}],
        "exclusive_metrics": ["time"], "inclusive_metrics": ["time (inc)", "communication", "computation"]})json");
    const auto trial = read();
    const auto flux = by_parameters(trial, "flux.compute");
    ASSERT_EQ(flux.size(), 2U);
    EXPECT_EQ(flux.at("n=16..31").calls, 2U);
    EXPECT_NEAR(flux.at("n=16..31").sum_of_squares_us2, 250, 1e-6);
    EXPECT_FALSE(flux.at("n=16..31").communication_us.has_value());
    const auto driver = by_parameters(trial, "driver.go").at("");
    EXPECT_EQ(driver.calls, 2U);
    EXPECT_NEAR(driver.sum_us, 40, 1e-9);
    EXPECT_NEAR(driver.sum_of_squares_us2, 15 * 15 + 25 * 25, 1e-6);
    EXPECT_NEAR(*driver.communication_us, 4, 1e-9);
    EXPECT_EQ(trial.threads.size(), 1U);
}

TEST_F(Trials, EventsAreCounters) {
    constexpr std::uint32_t bytes = 3;
    const auto word = [](double value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return bits;
    };
    auto file = definitions(0);
    file.method("proxima::measurement::Event", "bytes", "", {{2, "value", "double"}});
    directory_.write("records/0-0.rec", file.node(go, 2, "event")
                                            .block({{bytes, 6000, 6000, 0, {word(1)}},
                                                    {bytes, 7000, 7000, 0, {word(3)}},
                                                    {bytes, 8000, 8000, 0, {word(5)}},
                                                    {go, 5000, 9000}})
                                            .end()
                                            .bytes());
    const auto trial = read();
    ASSERT_EQ(trial.counters.size(), 1U);
    EXPECT_EQ(trial.counters[0].name, "bytes");
    EXPECT_EQ(trial.counters[0].samples, 3U);
    EXPECT_EQ(trial.counters[0].min, 1);
    EXPECT_EQ(trial.counters[0].max, 5);
    EXPECT_DOUBLE_EQ(trial.counters[0].mean, 3);
    EXPECT_DOUBLE_EQ(trial.counters[0].stddev, std::sqrt(8.0 / 3));
}

} // namespace
