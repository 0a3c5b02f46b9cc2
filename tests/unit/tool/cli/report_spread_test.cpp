// Reports by rank and by thread of runs whose loads are known.
#include "report_fixture.hpp"
#include "top/top_command.hpp"

#include <proxima/format/bytes.hpp>
#include <proxima/format/chunks.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

namespace {

using namespace proxima;
using namespace proxima::cli;
using namespace proxima::cli::test;
using namespace proxima::rundir::test;

// Three ranks of one thread each: `solver.step` computes 100, 200 and 300 us, and `driver.go`,
// which calls it, waits for the slowest.
class Ranks : public ReportVerb {
protected:
    static RecordFileBuilder records_of(std::uint32_t rank) {
        const std::uint64_t load = 100'000 * (rank + 1);
        return driver_and_solver(rank)
            .block({{2, 2000, 2000 + load}, {1, 1000, 401'000, 300'000 - load}})
            .end();
    }

    void write_ranks() {
        for (std::uint32_t rank = 0; rank < 3; ++rank) {
            directory_.write("records/" + std::to_string(rank) + "-0.rec",
                             records_of(rank).bytes());
        }
        write_run_json(3);
    }
    void write_run_json(int ranks) {
        directory_.write("run.json", R"({"format": 1, "complete": false, "end": null,
 "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000,
 "realtime_ns": 9000}}, "mpi": {"size": )" +
                                         std::to_string(ranks) + R"(, "rank": 0}, "threads": 3})");
    }
};

TEST_F(Ranks, ShowTheirImbalance) {
    write_ranks();
    EXPECT_EQ(recover().status, 0);
    const auto step = json_report()["nodes"][1];
    EXPECT_EQ(step["name"], "solver.step");
    EXPECT_NEAR(step["least_rank_computation_us"], 100, 1e-6);
    EXPECT_NEAR(step["most_rank_computation_us"], 300, 1e-6);
    EXPECT_NEAR(step["imbalance"], 0.5, 1e-9); // 300 of 200 on average
    const auto text = table(ReportBy::nothing);
    expect_in(text, "comm");
    expect_in(text, " 100us  300us  50.0% ");
}

TEST_F(Ranks, HaveALineEach) {
    write_ranks();
    const auto text = table(ReportBy::rank);
    expect_in(text, "\n0         2     400us     33.3%  200us  200us    driver.go 50.0%");
    expect_in(text, "\n2         2     400us     33.3%  400us      0  solver.step 75.0%");
    expect_in(text, "solver.step  600us     50.0%  100us (0)  300us (2)  50.0%");
}

// On each of two ranks `driver.go` takes 400 us, of which it spends 100 in `solver.step`; another
// thread makes ten more such calls for it, which spend 40 us each in MPI.
TEST_F(Ranks, DoNotTakeHandedOverWorkOutOfItsCaller) {
    for (const std::uint32_t rank : {0U, 1U}) {
        const auto name = "records/" + std::to_string(rank);
        directory_.write(
            name + "-0.rec",
            driver_and_solver(rank).block({{2, 2000, 102'000}, {1, 1000, 401'000}}).end().bytes());
        RecordFileBuilder helper(rank, 1);
        helper.thread(1).method("Go", "go", "int go()").method("Step", "step", "void step()");
        helper.node(0, 0, "driver", true).node(1, 1, "solver");
        std::vector<TestInvocation> calls;
        for (std::uint64_t at = 2000; at < 1'002'000; at += 100'000) {
            calls.push_back({2, at, at + 100'000, 40'000});
        }
        directory_.write(name + "-1.rec", helper.block(calls).end().bytes());
    }
    directory_.write("run.json", mpi_run_json);
    const auto text = table(ReportBy::rank);
    expect_in(text, "driver.go     600us");
    expect_in(text, "solver.step  1.40ms");
    const auto nodes = json_report()["nodes"];
    ASSERT_EQ(nodes.size(), 2U);
    EXPECT_EQ(nodes[1]["name"], "solver.step");
    EXPECT_NEAR(nodes[0]["exclusive_us"], 600, 1e-6);
    EXPECT_NEAR(nodes[0]["added_us"], 2 * 0.01 + 2 * 0.03, 1e-9);
    EXPECT_NEAR(nodes[0]["added_exclusive_us"], 2 * 0.01 + 2 * 0.02, 1e-9);
    EXPECT_NEAR(nodes[1]["added_us"], 22 * 0.01, 1e-9);
}

// Threads 0, 1 and 2 lived for 1000, 500 and 250 us; 2 took the buffer of 1 over. `driver.go` ran
// on 0 alone, `solver.step` on 1 and 2, for 100 and 200 us.
class Threads : public ReportVerb {
protected:
    static constexpr auto unknown = format::ThreadLife::unknown;

    void SetUp() override {
        Verbs::SetUp();
        directory_.write("run.json", R"({"format": 1, "complete": true, "end": "x",
 "duration_us": 1000, "thread_life_us": 1750, "threads": 3, "buffers": 2, "clock": {"name": "tsc",
 "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000},
 "end": {"ticks": 1001000, "monotonic_ns": 1005000, "realtime_ns": 1009000}}})");
        auto first = driver_and_solver(0).block({{1, 2000, 252'000}});
        directory_.write(
            "records/0-0.rec",
            life(first, {0, 1000, 1'001'000, unknown, unknown, unknown, "main"}).end().bytes());
        RecordFileBuilder second(0, 1);
        second.thread(1).method("Step", "step", "void step()").node(0, 0, "solver");
        second.block({{1, 2000, 102'000}});
        life(second, {1, 1000, 501'000, 300'000, 50'000, 0, "left"}).thread(2);
        second.block({{1, 602'000, 802'000}});
        directory_.write("records/0-1.rec",
                         life(second, {2, 600'000, 850'000, 150'000, 0, 0, "right"}).end().bytes());
        test::write_call_graph(directory_.path());
    }

    static RecordFileBuilder& life(RecordFileBuilder& file, const format::ThreadLife& life) {
        const auto bytes = write(life);
        return file.chunk(10, {bytes.data(), bytes.size()});
    }
};

TEST_F(Threads, AreThreadsAndNotBuffers) {
    const auto text = table(ReportBy::thread);
    expect_in(text, "2 right");
    expect_in(text, "1 left");
    expect_in(text, "250us     200us    80.0%");
    expect_in(text, "500us     100us    20.0%");
    expect_in(text, "time      calls cover 31.4% of the life of 3 threads (1.75ms)");
    expect_in(text, "0 main       1  1.00ms     250us    25.0%");
    const auto threads = [this] {
        ReportOptions options;
        options.by = ReportBy::thread;
        return json_report(options)["threads"];
    }();
    ASSERT_EQ(threads.size(), 3U);
    EXPECT_EQ(threads[1]["name"], "left");
    EXPECT_EQ(threads[1]["creator"], 0);
    EXPECT_DOUBLE_EQ(threads[1]["running_us"], 300);
    EXPECT_NEAR(threads[2]["begin_us"], 599, 1e-6);
    EXPECT_NEAR(threads[2]["share_of_life"], 0.8, 1e-9);
    EXPECT_TRUE(threads[0]["running_us"].is_null());
}

// The mean of `solver.step` is that of the two threads that call it.
TEST_F(Threads, HaveNoImbalanceInWhatOneThreadCalls) {
    const auto text = table(ReportBy::thread);
    expect_in(text, "solver.step  300us   30.0%        2  100us (1)  200us (2)  33.3%");
    expect_in(text, "driver.go    250us   25.0%        1          -          -      -");
}

TEST_F(Threads, ShareTheElapsedTime) {
    const auto all = json_report();
    EXPECT_DOUBLE_EQ(all["run"]["whole_us"], 1000);
    EXPECT_NEAR(all["nodes"][0]["share"], 0.3, 1e-9);
}

// `driver.go` runs for all of the 1000 us on the first thread and calls `solver.setup` for 250;
// `solver.step` runs on four others for 900, 800, 700 and 600 us.
class Pool : public Threads {
protected:
    void SetUp() override {
        Threads::SetUp();
        directory_.write("run.json", R"({"format": 1, "complete": true, "end": "x",
 "duration_us": 1000, "thread_life_us": 5000, "threads": 5, "buffers": 5, "clock": {"name": "tsc",
 "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000},
 "end": {"ticks": 1001000, "monotonic_ns": 1005000, "realtime_ns": 1009000}}})");
        RecordFileBuilder first(0, 0);
        first.thread(0).method("Go", "go", "int go()").method("Step", "setup", "void setup()");
        first.node(0, 0, "driver").node(1, 1, "solver");
        first.block({{2, 2000, 252'000}, {1, 1000, 1'001'000}});
        directory_.write("records/0-0.rec", first.end().bytes());
        for (std::uint32_t worker = 1; worker <= 4; ++worker) {
            RecordFileBuilder file(0, worker);
            file.thread(worker).method("Step", "step", "void step()").node(0, 0, "solver");
            file.block({{1, 1000, 1000 + (1'000'000 - 100'000 * worker)}});
            directory_.write("records/0-" + std::to_string(worker) + ".rec", file.end().bytes());
        }
        test::write_call_graph(directory_.path());
    }
};

TEST_F(Pool, HasTheMeanSharesOfItsThreads) {
    const std::map<std::string, double> planted{
        {"driver.go", 1}, {"solver.setup", 0.25}, {"solver.step", (0.9 + 0.8 + 0.7 + 0.6) / 4}};
    const auto all = json_report();
    ASSERT_EQ(all["nodes"].size(), planted.size());
    for (const auto& node : all["nodes"]) {
        EXPECT_NEAR(node["share"], planted.at(node["name"]), 1e-9);
        EXPECT_NEAR(node["share"].get<double>() * node["share_of_us"].get<double>(),
                    node["inclusive_us"], 1e-9);
    }
}

TEST_F(Pool, HasOneShareInAllTables) {
    const auto text = table();
    expect_in(text, "3.00ms   75.0%");
    expect_in(text, "is the mean over the threads that call the method");
    ReportOptions flat;
    flat.width = 160;
    flat.flat = true;
    expect_in(report(flat).text, "3.00ms   75.0%");
    expect_in(table(ReportBy::thread), "3.00ms   75.0%");
    expect_in(table(ReportBy::rank), "4.00ms   80.0%"); // of the time of all five
    TopOptions looked;
    looked.target = directory_.path();
    looked.json = true;
    const auto answer =
        cli::test::answer_of([&](text::Output& output) { return run_top(looked, output); });
    const auto top = nlohmann::json::parse(answer.text);
    for (const auto& method : top["methods"]) {
        if (method["name"] == "solver.step") {
            EXPECT_DOUBLE_EQ(method["inclusive_share"], 0.75);
        }
    }
    EXPECT_EQ(top["methods"].size(), 3U);
}

// Statistics of a buffer do not tell the threads apart that had it.
TEST_F(Threads, AreMergedWhereTheRunKeptSums) {
    RecordFileBuilder file(0, 1);
    file.thread(1).method("Step", "step", "void step()").node(0, 0, "solver");
    life(file, {1, 1000, 501'000, 300'000, 50'000, 0, "left"}).thread(2);
    life(file, {2, 600'000, 850'000, 150'000, 0, 0, "right"});
    directory_.write("records/0-1.rec",
                     file.statistics({{1, 0, {100'000, 200'000}}}).end().bytes());
    const auto text = table(ReportBy::thread);
    expect_in(text, "1 left and 1 after it");
    expect_in(text, "750us     300us    40.0%");
}
} // namespace
