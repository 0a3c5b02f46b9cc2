// What reports say of calls of MPI by node, on a run whose numbers are worked out by hand.
#include "verbs_fixture.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace {

using namespace proxima::cli;
using namespace proxima::rundir::test;
using Json = nlohmann::json;
using test::Verbs;

// A call costs 30 ns, 10 of them inside; a call of MPI 50 ns, 20 of them inside.
const char* const run_json = R"({"format": 1, "complete": true, "command": ["./application"],
 "duration_us": 1000.0, "clock": {"name": "tsc", "ticks_per_second": 1e9,
  "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000},
  "end": {"ticks": 1001000, "monotonic_ns": 1005000, "realtime_ns": 1009000}},
 "mpi": {"size": 2, "rank": 0}, "threads": 2, "buffers": 2, "records": 202,
 "cost_of_one_call_ns": {"recorded": 30, "aggregated": 30, "inside": 10},
 "cost_of_one_mpi_call_ns": 50, "inside_of_one_mpi_call_ns": 20, "overhead_us": 5})";

// One call of MPI in 43 is made from outside of all nodes.
const char* const mpi_json =
    R"({"format": 1, "size": 2, "library": "An MPI", "thread level": "single",
 "untracked operations": 0,
 "routines": [{"name": "MPI_Iprobe", "ranks": 2, "calls": 430, "nested": 0, "time": 100,
  "min over ranks": 50, "max over ranks": 50, "bytes sent": 0, "bytes received": 0}],
 "ranks": [], "partners": []})";

std::string row(int node, int rank, const std::string& times, const std::string& mpi_calls) {
    return R"({"node": )" + std::to_string(node) + R"(, "rank": )" + std::to_string(rank) +
           R"(, "name": "x", )" + times + (mpi_calls.empty() ? "" : R"(, "mpi calls": )") +
           mpi_calls + "}";
}

// driver.go calls solver.step a hundred times, on each of two ranks.
std::string graph_json(const std::string& of_go, const std::string& of_step) {
    const std::string go = R"j("calls": 1, "time": 100, "time (inc)": 400, "communication": 50,
        "computation": 350, "min": 400, "max": 400, "mean": 400, "stddev": 0)j";
    const std::string step = R"j("calls": 100, "time": 300, "time (inc)": 300, "communication": 40,
        "computation": 260, "min": 3, "max": 3, "mean": 3, "stddev": 0)j";
    return R"j({"proxima": {"format": 1, "run": "run.json", "complete": true}, "graph": [{
      "0": {"data": {"name": "driver.go", "type": "component"}, "children": [1]},
      "1": {"data": {"name": "solver.step", "type": "component"}, "children": []}}],
      "dataframe_indices": ["node", "rank"], "dataframe": [)j" +
           row(0, 0, go, of_go) + "," + row(0, 1, go, of_go) + "," + row(1, 0, step, of_step) +
           "," + row(1, 1, step, of_step) + R"j(],
      "exclusive_metrics": ["time"], "inclusive_metrics": ["time (inc)"]})j";
}

class MpiCalls : public Verbs {
protected:
    void write(const std::string& of_go, const std::string& of_step) {
        directory_.write("run.json", run_json);
        directory_.write("mpi.json", mpi_json);
        directory_.write("callgraph.json", graph_json(of_go, of_step));
    }

    Json json_report() {
        ReportOptions options;
        options.json = true;
        return Json::parse(report(options).text);
    }

    std::string hatchet() { return call_graph(CallGraphFormat::hatchet).text; }

    std::string table() {
        ReportOptions options;
        options.width = 200;
        return report(options).text;
    }
};

constexpr double tolerance = 1e-9;

TEST_F(MpiCalls, AddToTheirNodeAndToAllAbove) {
    write("10", "200");
    const auto nodes = json_report()["nodes"];
    EXPECT_EQ(nodes[0]["exclusive_mpi_calls"], 20);
    EXPECT_EQ(nodes[0]["inclusive_mpi_calls"], 420);
    EXPECT_EQ(nodes[1]["exclusive_mpi_calls"], 400);
    EXPECT_EQ(nodes[1]["inclusive_mpi_calls"], 400);
    EXPECT_NEAR(nodes[1]["added_us"], 200 * 0.01 + 400 * 0.05, tolerance);
    EXPECT_NEAR(nodes[1]["added_communication_us"], 400 * 0.02, tolerance);
    EXPECT_NEAR(nodes[0]["added_us"], 2 * 0.01 + 200 * 0.03 + 420 * 0.05, tolerance);
    EXPECT_NEAR(nodes[0]["added_exclusive_us"], 2 * 0.01 + 200 * 0.02 + 20 * 0.05, tolerance);
    EXPECT_NEAR(nodes[0]["added_communication_us"], 420 * 0.02, tolerance);
}

// All calls of MPI count there, wherever they were made.
TEST_F(MpiCalls, AreInTheShareOfTheRun) {
    write("10", "200");
    const auto run = json_report()["run"];
    EXPECT_NEAR(run["mpi_overhead_us"], 430 * 0.05, tolerance);
    EXPECT_NEAR(run["overhead_us"], 202 * 0.03 + 5 + 430 * 0.05, tolerance);
    EXPECT_NEAR(run["overhead_share"], 32.56 / (2 * 1000), tolerance);
    const auto text = table();
    EXPECT_NE(text.find("\noverhead  1.6% of the run: 30ns a call, 50ns an MPI call; clock tsc\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find("not known"), std::string::npos) << text;
}

TEST_F(MpiCalls, ThatAreNotKnownAreNotClaimedToBeNone) {
    write("", "");
    const auto nodes = json_report()["nodes"];
    EXPECT_TRUE(nodes[0]["exclusive_mpi_calls"].is_null());
    EXPECT_TRUE(nodes[0]["inclusive_mpi_calls"].is_null());
    EXPECT_NEAR(nodes[1]["added_us"], 200 * 0.01, tolerance);
    EXPECT_NE(table().find("calls of MPI are not known of each node"), std::string::npos)
        << table();
}

TEST_F(MpiCalls, AreWrittenForHatchetIfTheyAreKnown) {
    write("10", "200");
    auto graph = Json::parse(hatchet());
    EXPECT_EQ(graph["dataframe"][2]["node"], 1);
    EXPECT_EQ(graph["dataframe"][2]["mpi calls"], 200); // of one rank
    EXPECT_EQ(graph["exclusive_metrics"], (std::vector<std::string>{"time", "mpi calls"}));
    write("", "");
    graph = Json::parse(hatchet());
    EXPECT_FALSE(graph["dataframe"][1].contains("mpi calls"));
    EXPECT_EQ(graph["exclusive_metrics"], (std::vector<std::string>{"time"}));
}

TEST_F(MpiCalls, AreRecoveredFromTheFiles) {
    auto unfinished = Json::parse(run_json);
    unfinished["complete"] = false;
    unfinished["clock"]["end"] = nullptr;
    directory_.write("run.json", unfinished.dump());
    RecordFileBuilder file;
    file.thread(0).method("Go", "go", "int go()").node(0, 0, "driver").node(1, 0, "solver");
    directory_.write("records/0-0.rec", file.bytes());
    directory_.write(
        "records/0-0.buffer",
        ThreadBufferBuilder(0, {{2, 1000, 101'000}}).mpi_calls({0, 0, 300, 0}).bytes());
    EXPECT_EQ(table().find("not known"), std::string::npos) << table();
    EXPECT_EQ(recover().status, 0);
    const auto rows = Json::parse(contents_of("callgraph.json"))["dataframe"];
    EXPECT_EQ(rows[0]["mpi calls"], 0);
    EXPECT_EQ(rows[1]["mpi calls"], 300);
    EXPECT_NEAR(json_report()["nodes"][1]["added_us"], 1 * 0.01 + 300 * 0.05, tolerance);
}

TEST_F(MpiCalls, ThatAKilledRunDoesNotTellAreSaidToBeMissing) {
    auto unfinished = Json::parse(run_json);
    unfinished["complete"] = false;
    unfinished["clock"]["end"] = nullptr;
    directory_.write("run.json", unfinished.dump());
    RecordFileBuilder file;
    file.thread(0).method("Go", "go", "int go()").node(0, 0, "driver");
    directory_.write("records/0-0.rec", file.bytes());
    directory_.write("records/0-0.buffer", ThreadBufferBuilder(0, {{1, 1000, 101'000}}).bytes());
    EXPECT_EQ(recover().status, 0);
    EXPECT_NE(table().find("overhead  calls of MPI are not known of each node"), std::string::npos)
        << table();
}

} // namespace
