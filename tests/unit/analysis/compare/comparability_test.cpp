// Which runs can be compared: obstacles are planted one by one.
#include <proxima/compare/compare.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace {

using namespace proxima::compare;

// A run of a second that waited for a processor for as long as `waited`.
RunTimes run_of(const std::string& name, double waited = 0) {
    RunTimes run{name, {}, proxima::rundir::RunInfo{}};
    run.graph.components.push_back({"solver.solve", "solver", "Solver", "solve", "void solve()"});
    run.graph.nodes.resize(1);
    run.graph.nodes[0].subtree_end = 1;
    run.graph.nodes[0].statistics.calls = 565'020;
    run.graph.nodes[0].statistics.inclusive_us = run.graph.nodes[0].statistics.exclusive_us =
        1e6 + waited;
    run.graph.counters = {{"THREAD_CPU_TIME", true}};
    run.graph.nodes[0].statistics.counted = {{1e6, 1e6}};
    run.info->complete = run.info->ended = true;
    run.info->duration_us = 1e6 + waited;
    run.info->cpu_us = 1e6;
    run.info->run_wait_us = waited;
    run.info->ranks = run.info->buffers = 2;
    run.info->recording = "all";
    run.info->configuration = "output=" + name + ",records=all,quiet=on";
    run.info->start = "2026-01-01T00:00:00Z";
    return run;
}

std::string obstacles_of(const std::function<void(RunTimes&)>& change) {
    auto now = run_of("now");
    change(now);
    const auto comparison = compare({run_of("base")}, {now});
    std::string all;
    for (const auto& obstacle : comparison.obstacles) {
        all += obstacle + "\n";
    }
    EXPECT_TRUE(all.empty() || comparison.whole.p == 1);
    return all;
}

TEST(Comparability, RunsOfTheSameKindAreComparable) {
    EXPECT_EQ(obstacles_of([](RunTimes&) {}), "");
    EXPECT_EQ(obstacles_of([](RunTimes& run) { run.info->duration_us *= 2; }), "");
    EXPECT_EQ(obstacles_of([](RunTimes& run) { run.info->configuration = "output=now"; }), "")
        << "all records are the default";
}

TEST(Comparability, NamesWhatDiffers) {
    const auto names = [](const std::function<void(RunTimes&)>& change, const std::string& words) {
        EXPECT_NE(obstacles_of(change).find(words), std::string::npos) << words;
    };
    names([](RunTimes& run) { run.info->ended = run.info->complete = false; },
          "now has not ended, or was killed");
    names([](RunTimes& run) { run.graph.complete = false; }, "565");
    names([](RunTimes& run) { run.info->losses.invocations = 10'000; }, "now lost at least");
    names([](RunTimes& run) { run.info->ranks = 4; }, "ranks differ: 2 before, 4 now");
    names([](RunTimes& run) { run.info->buffers = 3; }, "threads at a time differ");
    names([](RunTimes& run) { run.graph.counters.clear(); }, "counters differ");
    names([](RunTimes& run) { run.info->recording = "off"; }, "records differ");
    names([](RunTimes& run) { run.info->configuration += ",clock=monotonic"; },
          "configurations differ: none before, clock=monotonic now");
    names([](RunTimes& run) { run.info->run_wait_us = 3e6; }, "gave 100% of the processor time");
}

TEST(Comparability, WaitingForProcessorsIsUnknownWhereTheRunDoesNotTell) {
    const auto unknown = [](RunTimes& run) {
        run.info->run_wait_us = -1;
        run.info->duration_us = 4e6;
    };
    const std::string words = "waited for processors is not known";
    EXPECT_NE(obstacles_of(unknown).find(words), std::string::npos);
    // Threads that compute hide others that wait.
    EXPECT_NE(obstacles_of([&](RunTimes& run) {
                  unknown(run);
                  run.info->ranks = 1;
                  run.info->cpu_us = run.info->duration_us;
              }).find(words),
              std::string::npos);
}

TEST(Comparability, CountsOfAKilledRunAreNotCompared) {
    const auto obstacles = obstacles_of([](RunTimes& run) {
        run.info->ended = run.info->complete = run.graph.complete = false;
        run.info->duration_us = run.info->cpu_us = 0;
        run.info->buffers = 0;
        run.info->run_wait_us = -1;
    });
    EXPECT_EQ(obstacles.find("differ"), std::string::npos) << obstacles;
    EXPECT_NE(obstacles.find("now has not ended"), std::string::npos) << obstacles;
}

TEST(Comparability, ALittleWaitingWidensTheInterval) {
    const auto idle = compare({run_of("base")}, {run_of("now")});
    const auto busier = compare({run_of("base")}, {run_of("now", 5e4)});
    EXPECT_TRUE(busier.obstacles.empty());
    EXPECT_GT(busier.whole.error, 2 * idle.whole.error);
}

// Runs in turns on a machine whose load varies, with `factor` times the work.
Comparison alternated(double factor) {
    std::vector<RunTimes> base, now;
    for (int i = 0; i < 5; ++i) {
        base.push_back(run_of("base", 1e6 * i));
        now.push_back(run_of("now", 1e6 * (5 - i)));
        base.back().info->start = "2026-01-01T00:00:0" + std::to_string(2 * i) + "Z";
        now.back().info->start = "2026-01-01T00:00:0" + std::to_string(2 * i + 1) + "Z";
        now.back().info->cpu_us *= factor;
        now.back().graph.nodes[0].statistics.counted = {{factor * 1e6, factor * 1e6}};
    }
    return compare(base, now);
}

TEST(Comparability, AlternatedRunsOfABusyMachineAreComparedByProcessorTime) {
    const auto equal = alternated(1);
    EXPECT_EQ(equal.basis, Basis::processor_time);
    EXPECT_TRUE(equal.obstacles.empty());
    EXPECT_GT(equal.whole.p, significant);
    const auto slower = alternated(1.1);
    EXPECT_LT(slower.whole.p, significant);
    EXPECT_NEAR(slower.nodes[0].own.ratio(), 1.1, 1e-9);
    EXPECT_FALSE(excesses(slower, 0.05).empty());
}

} // namespace
