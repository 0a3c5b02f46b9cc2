// Reports about runs whose numbers are known: counters, costs, MPI calls and what is missing.
#include "error_of.hpp"
#include "report/report_tables.hpp"
#include "report_fixture.hpp"
#include "shared/messages.hpp"

#include <proxima/format/bytes.hpp>
#include <proxima/format/chunks.hpp>
#include <proxima/rundir/call_graph.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace {

using namespace proxima;
using namespace proxima::cli;
using namespace proxima::cli::test;
using namespace proxima::text;
using namespace proxima::rundir::test;
using Json = nlohmann::json;

TEST_F(ReportVerb, FitsIntoEightyColumns) {
    write_run(true);
    ReportOptions options;
    options.width = 80;
    const auto answer = report(options);
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(answer.messages, "");
    test::expect_golden("report-80.txt", answer.text);
}

TEST_F(ReportVerb, WritesAsciiWithoutUnicode) {
    write_run(true);
    setenv("LC_ALL", "C", 1);
    ReportOptions options;
    options.width = 80;
    options.filter.depth = 2;
    test::expect_golden("report-ascii.txt", report(options).text);
}

TEST_F(ReportVerb, NamesFilesThatItCannotRead) {
    write_run(true);
    directory_.write("records/0-0.rec", "damaged");
    directory_.write("run.json", "damaged, too");
    const auto answer = report({});
    EXPECT_EQ(answer.status, status_bad_data);
    expect_in(answer.messages, "0-0.rec: error: byte 0: is not a Proxima record file");
    expect_in(answer.messages, "run.json:1:1: error: not valid JSON");
    expect_in(answer.text, "monte_carlo.integrate");
}

// `solver.step` took 1 and 3 us, and two calls went untimed; the time of its caller is known.
TEST_F(ReportVerb, MarksEstimatedTimes) {
    format::Bytes untimed;
    untimed.put(std::uint32_t{2}).put(std::int32_t{0}).put(std::uint64_t{2});
    const std::string chunk(untimed.data(), untimed.size());
    const auto file =
        driver_and_solver(0).statistics({{1, 0, {10'000}}, {2, 0, {1000, 3000, 1000, 3000}}});
    directory_.write("run.json", R"({"format": 1, "complete": false})");
    directory_.write("records/0-0.rec", RecordFileBuilder(file).chunk(9, chunk).end().bytes());
    const auto nodes = json_report()["nodes"];
    EXPECT_EQ(nodes[0]["untimed_calls"], 0);
    EXPECT_EQ(nodes[0]["inclusive_error_us"], 0);
    EXPECT_EQ(nodes[0]["exclusive_error_us"], 2);
    EXPECT_EQ(nodes[1]["untimed_calls"], 2);
    EXPECT_EQ(nodes[1]["inclusive_error_us"], 2);
    const std::string text = report({}).text;
    expect_in(text, "estimated 40.0% of the calls were counted only");
    expect_in(text, "~8.00us");
    expect_in(text, " 10.0us");
    expect_in(text, "~2.00us");
    ReportOptions methods;
    methods.flat = true;
    expect_in(report(methods).text, "~8.00us");
    directory_.write("records/0-0.rec", RecordFileBuilder(file).end().bytes());
    EXPECT_EQ(report({}).text.find('~'), std::string::npos);
}

// a.f calls itself through b.g: the inner 30 us are in the outer 100, unless b.g was handed over.
TEST(FlatProfile, CountsTheOutermostCallsAlone) {
    rundir::CallGraph graph;
    graph.components.resize(2);
    graph.components[0].name = "a.f";
    graph.components[1].name = "b.g";
    const std::size_t component[] = {0, 1, 0, 0};
    const double inclusive[] = {100, 50, 30, 7};
    const double exclusive[] = {50, 20, 30, 7};
    const std::size_t end[] = {3, 3, 3, 4};
    const std::size_t parent[] = {rundir::Node::no_parent, 0, 1, rundir::Node::no_parent};
    for (std::size_t i = 0; i < 4; ++i) {
        auto& node = graph.nodes.emplace_back();
        node.component = component[i];
        node.subtree_end = end[i];
        node.parent = parent[i];
        node.statistics.calls = 1;
        node.statistics.inclusive_us = inclusive[i];
        node.statistics.exclusive_us = exclusive[i];
    }
    const auto methods = flat_profile(graph, {0, 1});
    ASSERT_EQ(methods.size(), 2U);
    EXPECT_EQ(methods[0].component, 0U);
    EXPECT_EQ(methods[0].sums.calls, 3U);
    EXPECT_DOUBLE_EQ(methods[0].sums.inclusive_us, 107);
    EXPECT_DOUBLE_EQ(methods[0].sums.exclusive_us, 87);
    EXPECT_DOUBLE_EQ(methods[1].sums.inclusive_us, 50);
    graph.nodes[1].statistics.elsewhere.inclusive_us = 50;
    EXPECT_DOUBLE_EQ(flat_profile(graph, {0, 1})[0].sums.inclusive_us, 137);
}

// A call costs 30 ns, 10 of them inside; reading the counters 500 ns.
const char* const counters_run_json = R"({"format": 1, "complete": false, "records": 3,
 "counters": {"names": ["THREAD_CPU_TIME", "PAGE_FAULTS"], "read_ns": 500},
 "cost_of_one_call_ns": {"recorded": 30, "aggregated": 30, "inside": 10}})";

// go calls f two times: 100 us, of which 30 and 20 in f.
class Counters : public ReportVerb {
protected:
    void SetUp() override {
        Verbs::SetUp();
        const TestParameter time{1, "THREAD_CPU_TIME", "counter in ns"};
        const TestParameter faults{1, "PAGE_FAULTS", "counter in counts"};
        RecordFileBuilder file;
        file.thread(0).method("Go", "go", "int go()", {time, faults});
        file.method("F", "f", "void f(unsigned long)", {{1, "n", "unsigned long"}, time, faults});
        file.node(0, 0, "driver").node(1, 1, "a");
        file.block({{2, 110000, 140000, 0, {5, 29000, 7}},
                    {2, 150000, 170000, 0, {6, 19000, 3}},
                    {1, 100000, 200000, 0, {90000, 60}}});
        directory_.write("records/0-0.rec", file.end().bytes());
        directory_.write("run.json", counters_run_json);
    }
};

TEST_F(Counters, AreInTheJson) {
    const auto all = json_report()["nodes"];
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0]["counters"][0]["name"], "THREAD_CPU_TIME");
    EXPECT_EQ(all[0]["counters"][0]["unit"], "us");
    EXPECT_DOUBLE_EQ(all[0]["counters"][0]["inclusive"], 90);
    EXPECT_DOUBLE_EQ(all[0]["counters"][0]["exclusive"], 90 - 29 - 19);
    EXPECT_EQ(all[0]["counters"][1]["unit"], "count");
    EXPECT_DOUBLE_EQ(all[0]["counters"][1]["exclusive"], 60 - 7 - 3);
    EXPECT_EQ(all[0]["parameters"], Json::array());
    ASSERT_EQ(all[1]["parameters"].size(), 1U);
    EXPECT_EQ(all[1]["parameters"][0]["count"], 2);
}

// The runtime worked for 80 of 100 us: the error of the calls' cost would decide how many times
// more that is than the program's own time.
TEST_F(Counters, OverheadBeyondTheProgramItselfIsAShareOfTheWhole) {
    directory_.write("run.json", R"({"format": 1, "complete": true, "end": "x",
 "invocations": 3, "records": 3, "cpu_us": 100, "duration_us": 1000, "overhead_us": 80,
 "calibration_us": 9,
 "cost_of_one_call_ns": {"recorded": 30, "aggregated": 30, "inside": 10, "overlapped": 30},
 "clock": {"name": "tsc", "ticks_per_second": 1e9,
 "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000},
 "end": {"ticks": 1001000, "monotonic_ns": 1005000, "realtime_ns": 1009000}}})");
    const auto text = report(ReportOptions{}).text;
    EXPECT_NE(text.find("80.1% of the processor time"), std::string::npos) << text;
    EXPECT_NE(text.find("before and after the run"), std::string::npos) << text;
}

// Four samples took 20 of 200 us of processor time: 10 % of what calls take by themselves.
TEST_F(Counters, SamplesAreOverheadOfEachCall) {
    directory_.write("run.json", R"({"format": 1, "complete": true, "end": "x",
 "invocations": 3, "records": 3, "cpu_us": 200, "duration_us": 1000, "samples": 4,
 "sampling_us": 20, "cost_of_one_call_ns": {"cold_after": 80000},
 "clock": {"name": "tsc", "ticks_per_second": 1e9,
 "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000},
 "end": {"ticks": 1001000, "monotonic_ns": 1005000, "realtime_ns": 1009000}}})");
    const auto all = json_report();
    EXPECT_DOUBLE_EQ(all["run"]["overhead_us"], 20);
    EXPECT_DOUBLE_EQ(all["run"]["overhead_share"], 20.0 / 180);
    EXPECT_DOUBLE_EQ(all["nodes"][0]["added_us"], 10); // of 50 us of its own, and 50 of `a`
    EXPECT_DOUBLE_EQ(all["nodes"][1]["added_us"], 5);
    const auto text = report(ReportOptions{}).text;
    EXPECT_NE(text.find("5.00us a sample"), std::string::npos) << text;
}

// Measuring took 11.75 times as long as the rest of the program.
TEST_F(Counters, CostsThatABudgetLoweredAreSharesBelowAHundredPercent) {
    directory_.write("run.json", R"({"format": 1, "complete": true, "end": "x",
 "invocations": 3, "records": 3, "duration_us": 1000,
 "clock": {"name": "tsc", "ticks_per_second": 1e9,
 "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000},
 "end": {"ticks": 1001000, "monotonic_ns": 1005000, "realtime_ns": 1009000}},
 "overhead_budget": {"share": 0.05, "changes": [
  {"at_us": 10, "rank": 0, "method": "proxima::source::function::tiny", "to": "off",
   "cost_share": 11.5},
  {"at_us": 20, "rank": 0, "method": "ns::Port::call", "to": "off", "cost_share": 0.25}]}})");
    const auto text = report(ReportOptions{}).text;
    EXPECT_NE(text.find("function.tiny cost 90.2% of the"), std::string::npos) << text;
    EXPECT_NE(text.find("ns::Port::call cost 2.0%"), std::string::npos) << text;
}

class Budget : public Counters {
protected:
    // The report of a run of 1 ms whose budget lowered one method from recorded to `level`.
    std::string after_lowering(const std::string& level, int calibration_us) {
        directory_.write(
            "run.json",
            R"({"format": 1, "complete": true, "end": "x", "invocations": 3, "records": 3,
 "duration_us": 1000, "cpu_us": 1000, "clock": {"name": "tsc", "ticks_per_second": 1e9,
 "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000},
 "end": {"ticks": 1001000, "monotonic_ns": 1005000, "realtime_ns": 1009000}},
 "calibration_us": )" +
                std::to_string(calibration_us) +
                R"(, "overhead_budget": {"share": 0.05, "changes": [
  {"at_us": 10, "rank": 0, "method": "ns::Port::call", "to": ")" +
                level + R"(", "cost_share": 0.25}]}})");
        return report(ReportOptions{}).text;
    }
};

TEST_F(Budget, TellsThatCallsTakeTimeWhileMethodsAreOff) {
    const std::string off = after_lowering("off", 0);
    EXPECT_NE(off.find("besides some 1ns of each call while off"), std::string::npos) << off;
    const std::string estimated = after_lowering("estimated", 0);
    EXPECT_EQ(estimated.find("while off"), std::string::npos) << estimated;
}

TEST_F(Budget, IsExceededWhereCallsAndCalibrationCostMore) {
    const std::string within = after_lowering("off", 40);
    EXPECT_EQ(within.find("exceeded"), std::string::npos) << within;
    const std::string beyond = after_lowering("off", 80);
    EXPECT_NE(beyond.find("5.0% more processor time, exceeded: at least 8.0%"), std::string::npos)
        << beyond;
}

// Three calls cost 10, 20 or 30 ns, 400 in cold caches; the runtime's own work took 20 us. Paired
// runs would show the ratio to the processor time without both.
TEST_F(Counters, OverheadIsAShareOfTheProcessorTimeWithoutIt) {
    const auto overhead = [&](const std::string& cold) {
        directory_.write(
            "run.json",
            R"({"format": 1, "complete": true, "end": "x", "invocations": 3, "records": 3,
 "cpu_us": 100, "duration_us": 1000, "overhead_us": 20, "clock": {"name": "tsc", "ticks_per_second": 1e9,
 "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000},
 "end": {"ticks": 1001000, "monotonic_ns": 1005000, "realtime_ns": 1009000}},
 "cost_of_one_call_ns": {"recorded": 30, "aggregated": 30,
 "inside": 10, "overlapped": 10)" +
                cold + "}}");
        return json_report()["run"];
    };
    const auto unbounded = overhead("");
    EXPECT_TRUE(unbounded["overhead_us"].is_null());
    EXPECT_TRUE(unbounded["most_overhead_share"].is_null());
    EXPECT_DOUBLE_EQ(unbounded["least_overhead_us"], 20.03);
    const auto text = report(ReportOptions{}).text;
    EXPECT_NE(text.find("at least 25.0% more processor time:"), std::string::npos) << text;
    const auto warm = overhead(R"(, "cold": 0, "cold_after": 80000)");
    EXPECT_DOUBLE_EQ(warm["overhead_us"], 20.06);
    EXPECT_DOUBLE_EQ(warm["overhead_share"], 20.06 / (100 - 20.06));
    EXPECT_DOUBLE_EQ(warm["least_overhead_us"], 20.03);
    EXPECT_DOUBLE_EQ(warm["most_overhead_us"], 20.09);
    const auto cold = overhead(R"(, "cold": 400)");
    EXPECT_DOUBLE_EQ(cold["overhead_us"], 21.2);
    EXPECT_DOUBLE_EQ(cold["most_overhead_us"], 21.2);
    EXPECT_DOUBLE_EQ(cold["least_overhead_us"], 20.03);
    // The program works 80 us, in which it can empty a cache once. One of the nodes has a call, the
    // other one has two.
    const auto partly_cold = overhead(R"(, "cold": 610, "cold_after": 80000)");
    EXPECT_DOUBLE_EQ(partly_cold["overhead_us"], 20 + 3 * (0.01 + 2.0 / 3 * 0.6));
    const auto refuted = overhead(R"(, "cold": 27000)");
    EXPECT_TRUE(refuted["overhead_us"].is_null());
    EXPECT_TRUE(refuted["overhead_share"].is_null());
    EXPECT_DOUBLE_EQ(refuted["least_overhead_us"], 20.03);
}

class MpiCalls : public ReportVerb {
protected:
    // driver.go calls solver.step a hundred times, on each of two ranks.
    void write(bool knows_mpi_calls) {
        for (const std::uint32_t rank : {0U, 1U}) {
            auto file = driver_and_solver(rank);
            std::vector<TestInvocation> calls;
            for (std::uint64_t at = 1000; at < 301'000; at += 3000) {
                calls.push_back({2, at, at + 3000, 400});
            }
            calls.push_back({1, 1000, 401'000, 50'000});
            file.block(calls);
            if (knows_mpi_calls) {
                file.mpi_calls({{1, 10}, {2, 200}});
            }
            directory_.write("records/" + std::to_string(rank) + "-0.rec", file.end().bytes());
        }
        directory_.write("run.json", mpi_run_json);
    }
};

constexpr double tolerance = 1e-9;

TEST_F(MpiCalls, AddOverheadToTheirNodeAndItsCallers) {
    write(true);
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

TEST_F(MpiCalls, AreNullWhereTheyAreUnknown) {
    write(false);
    const auto nodes = json_report()["nodes"];
    EXPECT_TRUE(nodes[0]["exclusive_mpi_calls"].is_null());
    EXPECT_TRUE(nodes[0]["inclusive_mpi_calls"].is_null());
    EXPECT_NEAR(nodes[1]["added_us"], 200 * 0.01, tolerance);
    EXPECT_NE(table().find("MPI calls are not known"), std::string::npos) << table();
}

class IncompleteRuns : public ReportVerb {
protected:
    // The messages of report, records and recover about a run without records.
    std::vector<std::string> said_of(const std::string& run_json) {
        directory_.write("run.json", run_json);
        const std::vector<std::function<void()>> verbs{
            [this] { report({}); }, [this] { records({}); }, [this] { recover(); }};
        std::vector<std::string> said;
        for (const auto& verb : verbs) {
            said.push_back(proxima::unit::error_of(verb));
        }
        return said;
    }
};

TEST_F(IncompleteRuns, SayWhyThereAreNoRecords) {
    for (const auto& [run_json, cause] : std::vector<std::pair<const char*, const char*>>{
             {R"({"format": 1, "complete": false, "end": null,
                  "configuration": {"records": "all"}})",
              "had not made a measured call"},
             {R"({"format": 1, "complete": false, "configuration": {"records": "off"}})",
              "records=off"},
             {R"({"format": 1, "complete": false, "end": "2025-01-31T12:00:02.123456Z",
                  "configuration": {"records": "all"}, "buffers": 1, "losses": {"invocations": 7,
                  "reasons": ["A cannot be counted", "recording into 0-0.rec stopped: no space"]}})",
              "recording into 0-0.rec stopped: no space"},
             {"{", "cannot be read"}}) {
        for (const auto& said : said_of(run_json)) {
            EXPECT_NE(said.find(cause), std::string::npos) << said;
        }
    }
}

// The run made 10 invocations, of which one is in the record file.
class EndedWithoutCallGraph : public ReportVerb {
protected:
    void SetUp() override {
        Verbs::SetUp();
        RecordFileBuilder file;
        file.thread(0).method("Port", "solve", "void ()", {});
        file.node(0, 0, "default").block({{1, 100, 200, 0, {}}}).end();
        directory_.write("records/0-0.rec", file.bytes());
        directory_.write("run.json",
                         R"({"format": 1, "complete": false, "end": "2025-01-31T12:00:02.123456Z",
            "duration_us": 2000000, "threads": 3, "invocations": 1, "records": 1,
            "losses": {"invocations": 9, "reasons": ["cannot write callgraph.json"]}})");
    }
};

TEST_F(EndedWithoutCallGraph, IsReportedAndRecovered) {
    const auto answer = report({});
    expect_in(answer.messages, "the run has ended, and could not write it");
    expect_in(answer.text, "call graph not written");
    expect_in(answer.text, "at least 9 invocations; cannot write callgraph.json");
    EXPECT_EQ(answer.text.find("killed"), std::string::npos) << answer.text;
    EXPECT_EQ(recover().status, 0);
    const auto run = nlohmann::json::parse(contents_of("run.json"));
    EXPECT_EQ(run["invocations"], 1);
    EXPECT_EQ(run["losses"]["invocations"], 9);
    const auto text = report({}).text;
    expect_in(text, "call graph not written, recovered");
}

} // namespace
