// Gains that balancing could bring, in runs whose windows are known.
#include "verbs_fixture.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace proxima;
using namespace proxima::cli;
using namespace proxima::rundir::test;
using Json = nlohmann::json;

constexpr int steps = 60;
constexpr std::uint64_t us = 1000; // ticks
constexpr std::uint64_t step_length = 3000 * us;

// Each rank calls driver.go, which calls loop.step 60 times, which computes and calls mesh.update
// twice: each time all ranks leave it at once, however long they have computed before.
class Balance : public test::Verbs {
protected:
    // Computation before an exchange, in microseconds: of a rank, step and half of the step.
    using Computed = std::function<std::uint64_t(std::uint32_t rank, int step, int half)>;

    void write_ranks(std::uint32_t ranks, const Computed& computed) {
        directory_.write("run.json", R"({"format": 1, "complete": false, "end": null,
 "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000,
 "realtime_ns": 9000}}, "mpi": {"size": )" +
                                         std::to_string(ranks) + R"(, "rank": 0}, "threads": 3})");
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            RecordFileBuilder file(rank, 0);
            file.thread(0).method("Go", "go", "int go()").method("Step", "step", "void step()");
            file.method("Mesh", "update", "void update()").node(0, 0, "driver");
            file.node(1, 1, "loop").node(2, 2, "mesh");
            std::vector<TestInvocation> calls;
            std::uint64_t communication = 0;
            for (int step = 0; step < steps; ++step) {
                const std::uint64_t begin = 2000 + step * step_length;
                std::uint64_t waited = 0;
                for (int half = 0; half < 2; ++half) {
                    const auto from = begin + half * step_length / 2;
                    const auto arrival = from + computed(rank, step, half) * us;
                    const auto end = from + step_length / 2;
                    calls.push_back({3, arrival, end, end - arrival});
                    waited += end - arrival;
                }
                calls.push_back({2, begin, begin + step_length, waited});
                communication += waited;
            }
            calls.push_back({1, 2000, 2000 + steps * step_length, communication});
            directory_.write("records/" + std::to_string(rank) + "-0.rec",
                             file.block(calls).end().bytes());
        }
        EXPECT_EQ(recover().status, 0);
    }

    Json balance() {
        ReportOptions options;
        options.json = true;
        return Json::parse(report(options).text)["run"]["balance"];
    }
    // Without line breaks.
    std::string text() {
        ReportOptions options;
        options.width = 4000;
        return report(options).text;
    }

    static double gain(const Json& of, const std::string& kind) {
        const auto& windows = of["windows"];
        const auto found = std::find_if(windows.begin(), windows.end(),
                                        [&](const auto& one) { return one["kind"] == kind; });
        return found == windows.end() ? -1 : (*found)["gain_us"].get<double>();
    }
};

// In each step one of three ranks computes 300 us more: 300 - 300 / 3 to gain.
TEST_F(Balance, SeesRanksThatTakeTurns) {
    write_ranks(3, [](auto rank, int step, int half) {
        return 1000U + (half == 0 && step % 3 == static_cast<int>(rank) ? 300 : 0);
    });
    const auto ranks = balance().at(0);
    EXPECT_EQ(ranks["of"], "ranks");
    EXPECT_NEAR(gain(ranks, "run"), 0, 1e-6);
    EXPECT_NEAR(gain(ranks, "steps"), steps * 200, 1e-3);
    EXPECT_NEAR(gain(ranks, "exchanges"), steps * 200, 1e-3);
    EXPECT_EQ(ranks["windows"][1]["method"], "loop.step");
    EXPECT_TRUE(ranks["windows"][1]["late"].is_null());
    EXPECT_NE(text().find("ranks: at most 12.0ms (6.7%) to gain by steps (60 x loop.step), 0 over "
                          "the whole run, 12.0ms between 121 exchanges; no one is late more often"),
              std::string::npos)
        << text();
}

// Within a step, rank 0 is late at one exchange and rank 1 at the other.
TEST_F(Balance, SeesTurnsWithinAStep) {
    write_ranks(2, [](auto rank, int, int half) {
        return 1000U + (static_cast<int>(rank) == half ? 400 : 0);
    });
    const auto ranks = balance().at(0);
    EXPECT_NEAR(gain(ranks, "steps"), 0, 1e-3);
    EXPECT_NEAR(gain(ranks, "exchanges"), steps * 2 * 200, 1e-3);
}

// Rank 1 has waited for rank 2 at the first exchange and reaches the second one with less work
// left than rank 0; rank 0 computes least, so that it waits longest.
TEST_F(Balance, NamesTheLateRankAndWhoWaits) {
    write_ranks(3, [](auto rank, int, int) { return 800U + (rank == 2 ? 300 : rank * 50); });
    const auto ranks = balance().at(0);
    const double late = 1100 - (800 + 850 + 1100) / 3.0;
    for (const auto& windows : ranks["windows"]) {
        EXPECT_NEAR(windows["gain_us"].get<double>(), steps * 2 * late, 0.1) << windows;
    }
    const auto& exchanges = ranks["windows"][2];
    EXPECT_EQ(exchanges["late"]["rank"], 2);
    EXPECT_EQ(exchanges["late"]["waits"]["rank"], 0);
    EXPECT_NEAR(exchanges["late"]["waits_us"].get<double>(), steps * 2 * 300, 0.1);
    EXPECT_NE(text().find("rank 2 is late (22.0ms), rank 0 waits 36.0ms for it"), std::string::npos)
        << text();
    EXPECT_EQ(exchanges["waiting"][2]["late"], steps * 2);
    EXPECT_NEAR(exchanges["waiting"][2]["others_us"].get<double>(), steps * 2 * 550, 0.1);
    EXPECT_EQ(exchanges["waiting"][1]["longest_for"]["rank"], 2);
    EXPECT_NEAR(exchanges["waiting"][1]["waits_us"].get<double>(), steps * 2 * 250, 0.1);
    EXPECT_TRUE(exchanges["waiting"][2]["longest_for"].is_null());
    ReportOptions options;
    options.by = ReportBy::rank;
    const auto table = report(options).text;
    EXPECT_NE(table.find("late rank   windows  others wait   waits  longest for\n"
                         "2          60 of 60       66.0ms       0            -\n"
                         "0           0 of 60            0  36.0ms    2, 36.0ms\n"),
              std::string::npos)
        << table;
}

TEST_F(Balance, ClaimsNothingOfABalancedRun) {
    write_ranks(3, [](auto rank, int step, int) { return 1000U + (step * 7 + rank * 5) % 3; });
    EXPECT_LT(gain(balance().at(0), "exchanges"), steps * 2 * 2);
    EXPECT_EQ(text().find("to gain"), std::string::npos) << text();
}

// One rank exchanges once more: its windows are not those of the others.
TEST_F(Balance, IsRefusedWhereRanksExchangeDifferently) {
    const auto even = [](auto, int, int) { return 1000U; };
    write_ranks(2, even);
    RecordFileBuilder file(1, 0);
    file.thread(0).method("Go", "go", "int go()").method("Mesh", "update", "void update()");
    file.node(0, 0, "driver").node(1, 1, "mesh");
    file.block({{2, 3000, 5000, 1000}, {1, 2000, 300'000, 1000}});
    directory_.write("records/1-0.rec", file.end().bytes());
    std::filesystem::remove(directory_.path() / "callgraph.json");
    const auto ranks = balance().at(0);
    EXPECT_NE(ranks["refusal"].get<std::string>().find("differ"), std::string::npos);
    EXPECT_EQ(gain(ranks, "exchanges"), -1);
    EXPECT_EQ(text().find("to gain"), std::string::npos) << text();
}

// Threads 1 and 2 do the work of driver.step on thread 0; one of them has 400 us more to do, which
// changes from step to step if they take turns.
class ThreadBalance : public Balance {
protected:
    void write_threads(bool take_turns, int live_until = steps) {
        directory_.write("run.json", R"({"format": 1, "complete": false, "end": null,
 "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000,
 "realtime_ns": 9000}}, "threads": 3})");
        RecordFileBuilder first(0, 0);
        first.thread(0).method("Step", "step", "void step()").node(0, 0, "driver");
        std::vector<TestInvocation> calls;
        for (int step = 0; step < steps; ++step) {
            const std::uint64_t begin = 2000 + step * step_length;
            calls.push_back({1, begin, begin + step_length - us});
        }
        directory_.write("records/0-0.rec", first.block(calls).end().bytes());
        for (std::uint32_t thread = 1; thread <= 2; ++thread) {
            RecordFileBuilder worker(0, thread);
            worker.thread(thread).method("Work", "task", "void task()").node(0, 0, "pool");
            calls.clear();
            for (int step = 0; step < steps; ++step) {
                const std::uint64_t begin = 3000 + step * step_length;
                if (thread == 1 && step >= live_until) {
                    break;
                }
                const bool is_late = thread == (take_turns ? 1U + step % 2 : 2U);
                calls.push_back({1, begin, begin + (is_late ? 1400 : 1000) * us});
            }
            directory_.write("records/0-" + std::to_string(thread) + ".rec",
                             worker.block(calls).end().bytes());
        }
        EXPECT_EQ(recover().status, 0);
    }
};

TEST_F(ThreadBalance, SeesThreadsThatTakeTurns) {
    write_threads(true);
    const auto threads = balance().at(0);
    EXPECT_EQ(threads["of"], "threads");
    EXPECT_EQ(threads["members"], 2);
    EXPECT_NEAR(gain(threads, "run"), 0, 1e-3);
    EXPECT_NEAR(gain(threads, "steps"), steps * 200, 1e-3);
    EXPECT_EQ(threads["windows"][1]["count"], steps);
    EXPECT_TRUE(threads["windows"][1]["late"].is_null());
}

TEST_F(ThreadBalance, NamesTheLateThread) {
    write_threads(false);
    const auto threads = balance().at(0);
    EXPECT_NEAR(gain(threads, "run"), steps * 200, 1e-3);
    EXPECT_EQ(threads["windows"][1]["late"]["thread"], 2);
    EXPECT_EQ(threads["windows"][1]["late"]["waits"]["thread"], 1);
    EXPECT_EQ(threads["windows"][1]["waiting"][0]["longest_for"]["thread"], 2);
    ReportOptions options;
    options.by = ReportBy::thread;
    EXPECT_NE(report(options).text.find("late thread"), std::string::npos);
}

// Thread 1 ends half-way: later there is nothing to share.
TEST_F(ThreadBalance, LeavesOutThreadsThatHaveEnded) {
    write_threads(false, steps / 2);
    const auto threads = balance().at(0);
    EXPECT_EQ(gain(threads, "run"), -1);
    EXPECT_NEAR(gain(threads, "steps"), steps / 2 * 200, 1e-3);
}

} // namespace
