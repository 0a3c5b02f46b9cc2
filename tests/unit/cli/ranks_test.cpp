// What reports say of ranks and threads, on runs whose loads are known.
#include "report/flat_profile.hpp"
#include "verbs_fixture.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace {

using namespace proxima::cli;
using namespace proxima::rundir::test;
using Json = nlohmann::json;
using proxima::rundir::Part;
using test::answer_of;
using test::Verbs;

/// Three ranks of one thread each: `solver.step` computes 100, 200 and 300 us, and `driver.go`,
/// which calls it, waits for the slowest.
class Ranks : public Verbs {
protected:
    static RecordFileBuilder records_of(std::uint32_t rank, std::uint32_t thread = 0) {
        RecordFileBuilder file(rank, thread);
        file.thread(thread).method("Go", "go", "int go()").method("Step", "step", "void step()");
        file.node(0, 0, "driver").node(1, 1, "solver");
        const std::uint64_t load = 100'000 * (rank + thread + 1);
        file.block({{2, 2000, 2000 + load}, {1, 1000, 401'000, 300'000 - load}});
        return file.end();
    }

    void write_ranks() {
        for (std::uint32_t rank = 0; rank < 3; ++rank) {
            directory_.write("records/" + std::to_string(rank) + "-0.rec",
                             records_of(rank).bytes());
        }
        write_run_json(3, 3);
    }
    void write_threads() {
        for (std::uint32_t thread = 0; thread < 2; ++thread) {
            directory_.write("records/0-" + std::to_string(thread) + ".rec",
                             records_of(0, thread).bytes());
        }
        write_run_json(1, 2);
    }
    void write_run_json(int ranks, int threads) {
        directory_.write("run.json", R"({"format": 1, "complete": false, "end": null,
 "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000,
 "realtime_ns": 9000}}, "mpi": {"size": )" +
                                         std::to_string(ranks) + R"(, "rank": 0}, "threads": )" +
                                         std::to_string(threads) + "}");
    }

    std::string report_by(ReportBy by) {
        ReportOptions options;
        options.width = 120;
        options.by = by;
        return report(options).text;
    }
};

void expect_in(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST_F(Ranks, OfUnequalLoadsAreToldApart) {
    write_ranks();
    EXPECT_EQ(recover().status, 0);
    ReportOptions options;
    options.json = true;
    const auto step = Json::parse(report(options).text)["nodes"][1];
    EXPECT_EQ(step["name"], "solver.step");
    EXPECT_NEAR(step["least_rank_computation_us"], 100, 1e-6);
    EXPECT_NEAR(step["most_rank_computation_us"], 300, 1e-6);
    EXPECT_NEAR(step["imbalance"], 0.5, 1e-9); // 300 of 200 on average
    const auto text = report_by(ReportBy::nothing);
    expect_in(text, "comm");
    expect_in(text, " 100us  300us  50.0% ");
}

TEST_F(Ranks, OfARunThatGoesOnAreToldApartByTop) {
    write_ranks();
    const auto text = answer_of([this](Output& output) {
                          return run_top({directory_.path(), 1, false, true}, output);
                      }).text;
    const auto json = Json::parse(text);
    EXPECT_EQ(json["ranks"], 3);
    EXPECT_EQ(json["threads"], 3);
    const auto& go = json["methods"][0]; // both have taken 600 us
    EXPECT_EQ(go["name"], "driver.go");
    EXPECT_NEAR(go["exclusive_us"], 600, 1e-6);
    EXPECT_NEAR(go["inclusive_us"], 1200, 1e-6);
    EXPECT_NEAR(go["mpi_share"], 0.25, 1e-9); // 200, 100 and 0 us
    const auto& step = json["methods"][1];
    EXPECT_EQ(step["name"], "solver.step");
    EXPECT_EQ(step["calls"], 3);
    EXPECT_NEAR(step["imbalance"], 0.5, 1e-9);
}

TEST_F(Ranks, HaveALineEach) {
    write_ranks();
    const auto text = report_by(ReportBy::rank);
    expect_in(text, "\n0         2     400us     33.3%  200us  200us    driver.go 50.0%");
    expect_in(text, "\n2         2     400us     33.3%  400us      0  solver.step 75.0%");
    expect_in(text, "solver.step  600us     50.0%  100us (0)  300us (2)  50.0%");
}

TEST_F(Ranks, AreKeptApartForHatchet) {
    write_ranks();
    const auto rows = Json::parse(call_graph(CallGraphFormat::hatchet).text)["dataframe"];
    ASSERT_EQ(rows.size(), 6U);
    std::map<std::pair<int, int>, double> computation;
    for (const auto& row : rows) {
        computation[{row["node"], row["rank"]}] = row["computation"];
    }
    for (int rank = 0; rank < 3; ++rank) {
        EXPECT_NEAR((computation[{1, rank}]), 100 * (rank + 1), 1e-6);
    }
}

TEST_F(Ranks, WithoutRowsOfTheirOwnStayTogether) {
    const auto row = [](int rank, int us) {
        const auto time = std::to_string(us);
        return R"({"node": 0, "rank": )" + std::to_string(rank) + R"(, "name": "a.b", "calls": 1,
            "time": )" +
               time + R"j(, "time (inc)": )j" + time + R"(, "communication": 0,
            "computation": )" +
               time + R"(, "min": 1, "max": 1, "mean": 1, "stddev": 0})";
    };
    directory_.write("run.json", R"({"format": 1, "mpi": {"size": 9, "rank": 0}})");
    directory_.write("callgraph.json",
                     R"({"graph": [{"0": {"data": {"name": "a.b"}, "children": []}}],
        "dataframe": [)" +
                         row(-1, 70) + "," + row(0, 10) + "," + row(1, 20) + "]}");
    const auto graph = proxima::rundir::load_call_graph(directory_.path() / "callgraph.json");
    EXPECT_DOUBLE_EQ(graph.total_us(), 100);
    EXPECT_EQ(graph.parts.front().rank, Part::other_ranks);
    EXPECT_DOUBLE_EQ(graph.of_part(2).total_us(), 20);
    const auto rows = Json::parse(call_graph(CallGraphFormat::hatchet).text)["dataframe"];
    EXPECT_EQ(rows[0]["rank"], -1);
    EXPECT_EQ(rows[0]["time"], 70);
    // 20 of 15 on average: nobody knows how the 70 are spread.
    ReportOptions options;
    options.json = true;
    EXPECT_NEAR(Json::parse(report(options).text)["nodes"][0]["imbalance"], 1.0 / 3, 1e-9);
}

TEST_F(Ranks, ThreadsHaveRowsInJson) {
    write_threads();
    ReportOptions options;
    options.json = true;
    options.by = ReportBy::thread;
    const auto parts = Json::parse(report(options).text)["parts"];
    ASSERT_EQ(parts.size(), 4U);
    EXPECT_EQ(parts[3]["name"], "solver.step");
    EXPECT_EQ(parts[3]["thread"], 1);
    EXPECT_NEAR(parts[3]["computation_us"], 200, 1e-6);
}

TEST_F(Ranks, ThreadsHaveALineEach) {
    write_threads();
    const auto text = report_by(ReportBy::thread);
    expect_in(text, "0.0 ");
    expect_in(text, "0.1 ");
    expect_in(text, "solver.step  300us     37.5%  100us (0.0)  200us (0.1)  33.3%");
    EXPECT_EQ(report_by(ReportBy::nothing).find("imbal"), std::string::npos)
        << "threads of one rank are no ranks";
}

/// a.f calls itself: the inner 30 us are in the outer 100.
TEST(FlatProfile, CountsTheOutermostCallsAlone) {
    proxima::rundir::CallGraph graph;
    graph.components.resize(2);
    graph.components[0].name = "a.f";
    graph.components[1].name = "b.g";
    const std::size_t component[] = {0, 1, 0, 0};
    const double inclusive[] = {100, 50, 30, 7};
    const double exclusive[] = {50, 20, 30, 7};
    const std::size_t end[] = {3, 3, 3, 4};
    for (std::size_t i = 0; i < 4; ++i) {
        auto& node = graph.nodes.emplace_back();
        node.component = component[i];
        node.subtree_end = end[i];
        node.statistics.calls = 1;
        node.statistics.inclusive_us = inclusive[i];
        node.statistics.exclusive_us = exclusive[i];
    }
    const auto methods = flat_profile(graph);
    ASSERT_EQ(methods.size(), 2U);
    EXPECT_EQ(methods[0].name, "a.f");
    EXPECT_EQ(methods[0].calls, 3U);
    EXPECT_DOUBLE_EQ(methods[0].inclusive_us, 107);
    EXPECT_DOUBLE_EQ(methods[0].exclusive_us, 87);
    EXPECT_DOUBLE_EQ(methods[1].inclusive_us, 50);
}

} // namespace
