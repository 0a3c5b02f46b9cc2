// Whole verbs on a small run, compared with the text that somebody read and found good
// (testdata/runs).
#include "commands.hpp"
#include "report/report_tables.hpp"
#include "run/messages.hpp"
#include "verbs_fixture.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace proxima::cli;
using test::Verbs;

/// `text` must be that of the file in testdata/runs. With PROXIMA_UPDATE_TESTDATA in the
/// environment it becomes that.
void expect_golden(const std::string& name, const std::string& text) {
    const std::string file = std::string(PROXIMA_TESTDATA) + "/runs/" + name;
    if (std::getenv("PROXIMA_UPDATE_TESTDATA") != nullptr) {
        std::ofstream(file) << text;
    }
    std::ostringstream expected;
    expected << std::ifstream(file).rdbuf();
    EXPECT_EQ(text, expected.str()) << "differs from " << file;
}

TEST_F(Verbs, ReportAtEightyColumns) {
    write_run(true);
    ReportOptions options;
    options.width = 80;
    const auto answer = report(options);
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(answer.messages, "");
    expect_golden("report-80.txt", answer.text);
}

TEST_F(Verbs, ReportAtOtherWidths) {
    write_run(true);
    ReportOptions options;
    options.width = 120;
    options.all = true;
    expect_golden("report-120.txt", report(options).text);
    options.width = 50;
    expect_golden("report-50.txt", report(options).text);
}

TEST_F(Verbs, ReportWithoutUnicode) {
    write_run(true);
    setenv("LC_ALL", "C", 1);
    ReportOptions options;
    options.width = 80;
    options.filter.depth = 2;
    expect_golden("report-ascii.txt", report(options).text);
}

TEST_F(Verbs, ReportInColor) {
    write_run(true);
    ReportOptions options;
    options.width = 80;
    options.color = ColorChoice::always;
    options.filter.min_share = 0.0003;
    expect_golden("report-color.txt", report(options).text);
}

TEST_F(Verbs, ReportOfAKilledRun) {
    write_run(false);
    ReportOptions options;
    options.width = 80;
    options.all = true;
    const auto answer = report(options);
    EXPECT_EQ(answer.status, 0);
    EXPECT_NE(answer.messages.find("rebuilding it from the records"), std::string::npos);
    expect_golden("report-killed.txt", answer.text);
}

TEST_F(Verbs, ReportAsJsonIsJsonAndAddsUp) {
    write_run(true);
    ReportOptions options;
    options.json = true;
    const auto json = nlohmann::json::parse(report(options).text);
    EXPECT_EQ(json["run"]["host"], "node17");
    ASSERT_EQ(json["nodes"].size(), 7U);
    double exclusive = 0;
    for (const auto& node : json["nodes"]) {
        exclusive += node["exclusive_us"].get<double>();
    }
    EXPECT_NEAR(exclusive, json["run"]["total_us"].get<double>(), 1e-6);
    const auto& monte_carlo = json["nodes"][1];
    EXPECT_EQ(monte_carlo["name"], "monte_carlo.integrate");
    EXPECT_EQ(monte_carlo["parent"], 0);
    EXPECT_EQ(monte_carlo["parameters"][0]["min"], 1000);
    EXPECT_EQ(monte_carlo["parameters"][1]["values"][0]["value"], "closed");
}

TEST_F(Verbs, ReportLeavesOutWhatTakesNextToNothingAndSaysSo) {
    write_run(true);
    const auto text = report({}).text;
    const auto tree = text.substr(0, text.find("\nmethod"));
    EXPECT_EQ(tree.find("a_log"), std::string::npos) << text;
    EXPECT_NE(tree.find("3 others, <0.01%; --all shows them"), std::string::npos) << text;
    ReportOptions options;
    options.all = true;
    const auto all = report(options).text;
    EXPECT_NE(all.find("a_log"), std::string::npos) << all;
    EXPECT_EQ(all.find("other"), std::string::npos) << all;
    options = {};
    options.filter.min_share = 0.0003; // 1.5 ms of two threads of 2.5 s
    EXPECT_NE(report(options).text.find("\n5 others, "), std::string::npos);
}

// Two calls through one connection, one within the other: the inner time is not counted twice.
TEST_F(Verbs, ReportSaysWhatConnectionsCost) {
    proxima::rundir::CallGraph graph;
    graph.components.resize(2);
    graph.components[0].instance = "driver";
    auto& step = graph.components[1];
    step.instance = "flux";
    step.binding = {"driver", "uses", "provides"};
    graph.nodes.resize(3);
    const double inclusive[] = {100, 60, 20};
    for (std::size_t i = 0; i < 3; ++i) {
        graph.nodes[i].depth = i;
        graph.nodes[i].component = i == 0 ? 0 : 1;
        graph.nodes[i].parent = i == 0 ? proxima::rundir::Node::no_parent : i - 1;
        graph.nodes[i].subtree_end = 3;
        graph.nodes[i].statistics.calls = 1;
        graph.nodes[i].statistics.inclusive_us = inclusive[i];
        graph.nodes[i].statistics.exclusive_us = i == 2 ? 20 : 40;
    }
    const auto answer = test::answer_of([&](Output& output) {
        write_connection_table(graph, {100}, {}, output);
        return 0;
    });
    EXPECT_NE(answer.text.find("driver.uses -> flux.provides      2  60.0us   60.0%"),
              std::string::npos)
        << answer.text;
}

TEST_F(Verbs, ReportOfDeepRecursionKeepsItsWidth) {
    proxima::rundir::CallGraph graph;
    graph.components.resize(1);
    graph.components[0].name = "integrator.recurse";
    constexpr std::size_t depth = 200;
    graph.nodes.resize(depth);
    for (std::size_t i = 0; i < depth; ++i) {
        graph.nodes[i].depth = i;
        graph.nodes[i].parent = i == 0 ? proxima::rundir::Node::no_parent : i - 1;
        graph.nodes[i].subtree_end = depth;
    }
    const auto answer = test::answer_of([&](Output& output) {
        const std::vector<Perturbation> added(depth);
        write_call_tree(
            {graph, added, {}}, tree_rows(graph, {}), {},
            [](auto) { return std::vector<std::string>(); }, output);
        return 0;
    });
    std::istringstream lines(answer.text);
    std::string line;
    while (std::getline(lines, line)) {
        EXPECT_LE(line.size(), 80U) << line;
    }
    EXPECT_NE(answer.text.find("\n+189 "), std::string::npos) << answer.text;
}

TEST_F(Verbs, ReportNeedsNoRecords) {
    write_run(true);
    ReportOptions options;
    options.parameters = false;
    directory_.write("records/0-0.rec", "damaged");
    const auto answer = report(options);
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(answer.text.find("points ="), std::string::npos);
}

TEST_F(Verbs, ReportSaysWhatItCouldNotRead) {
    write_run(true);
    directory_.write("records/0-0.rec", "damaged");
    directory_.write("run.json", "damaged, too");
    const auto answer = report({});
    EXPECT_EQ(answer.status, status_bad_data);
    EXPECT_NE(answer.messages.find("0-0.rec: error: byte 0: is not a Proxima record file"),
              std::string::npos);
    EXPECT_NE(answer.messages.find("run.json:1:1: error: not valid JSON"), std::string::npos);
    EXPECT_NE(answer.text.find("monte_carlo.integrate"), std::string::npos);
}

TEST_F(Verbs, RecordsAsCsv) {
    write_run(true);
    const auto answer = records({});
    EXPECT_EQ(answer.status, 0);
    std::istringstream lines(answer.text);
    std::vector<std::string> table;
    for (std::string line; std::getline(lines, line);) {
        table.push_back(line);
    }
    ASSERT_EQ(table.size(), 1U + 4032U);
    EXPECT_EQ(table[0], "start_ns,duration_ns,communication_ns,rank,thread,instance,port,method,"
                        "callpath,points,rule,x,"
                        "label,flush");
    EXPECT_EQ(table[2], "9070,150,0,0,0,sine,integrator::Function,evaluate,"
                        "driver.go;monte_carlo.integrate;sine.evaluate,,,0,,");
    EXPECT_EQ(table[4030], "2015370,7,0,0,0,a_log_with_a_very_long_instance_name,Log,write,"
                           "driver.go;a_log_with_a_very_long_instance_name.write,,,,a label that "
                           "is cut at thirty-o...,"
                           "true");
    EXPECT_EQ(table[4032], "9000,390000,0,0,1,driver,GoPort,go,driver.go,,,,,");
}

TEST_F(Verbs, RecordsOfOneMethodAsJsonLines) {
    write_run(true);
    const auto answer = records({"", {"integrate"}, RecordsFormat::json_lines});
    std::istringstream lines(answer.text);
    std::vector<nlohmann::json> invocations;
    for (std::string line; std::getline(lines, line);) {
        invocations.push_back(nlohmann::json::parse(line));
    }
    ASSERT_EQ(invocations.size(), 3U);
    EXPECT_EQ(invocations[1]["points"], 2000);
    EXPECT_EQ(invocations[1]["rule"], "closed");
    EXPECT_EQ(invocations[1]["duration_ns"], 1000000);
    EXPECT_EQ(invocations[1]["communication_ns"], 5000);
    EXPECT_EQ(invocations[2]["instance"], "midpoint");
    EXPECT_FALSE(invocations[2].contains("x"));
}

// Sums computed from the records one by one, in the plain way.
TEST_F(Verbs, RecordsStatisticsAreThoseOfTheRecords) {
    write_run(true);
    struct Sum {
        std::uint64_t count = 0;
        double sum = 0;
        double squares = 0;
    };
    std::map<std::string, Sum> expected;
    RecordsOptions each;
    each.format = RecordsFormat::json_lines;
    std::istringstream lines(records(each).text);
    for (std::string line; std::getline(lines, line);) {
        const auto record = nlohmann::json::parse(line);
        auto& sum = expected[record["instance"].get<std::string>() + " " +
                             record["method"].get<std::string>()];
        const auto duration = record["duration_ns"].get<double>();
        ++sum.count;
        sum.sum += duration;
        sum.squares += duration * duration;
    }
    RecordsOptions options = each;
    options.statistics = true;
    std::istringstream answer(records(options).text);
    std::size_t seen = 0;
    for (std::string line; std::getline(answer, line); ++seen) {
        const auto found = nlohmann::json::parse(line);
        const auto method = found["method"].get<std::string>();
        const auto& sum = expected.at(found["instance"].get<std::string>() + " " +
                                      method.substr(method.rfind("::") + 2));
        const auto n = static_cast<double>(sum.count);
        EXPECT_EQ(found["records"], sum.count);
        EXPECT_NEAR(found["total_ns"], sum.sum, n); // of durations rounded to nanoseconds
        const double mean = sum.sum / n;
        EXPECT_NEAR(found["dev_ns"], std::sqrt(std::max(sum.squares / n - mean * mean, 0.0)),
                    1 + mean * 1e-6);
    }
    EXPECT_EQ(seen, expected.size());
    options.format = RecordsFormat::csv;
    const auto table = records(options).text;
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), static_cast<long>(seen) + 1);
}

TEST_F(Verbs, RecordsOfAnUnknownMethodNameSimilarOnes) {
    write_run(true);
    try {
        records({"", {"evalute"}, RecordsFormat::csv});
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_STREQ(
            error.what(),
            "no recorded method is `evalute`; did you mean integrator::Function::evaluate?");
    }
}

TEST_F(Verbs, RecordsBeforeDamageAreWritten) {
    write_run(true);
    std::filesystem::resize_file(
        directory_.path() / "records" / "0-1.rec",
        std::filesystem::file_size(directory_.path() / "records" / "0-1.rec") - 1);
    const auto answer = records({"", {"go"}, RecordsFormat::csv});
    EXPECT_EQ(answer.status, status_bad_data);
    EXPECT_EQ(std::count(answer.text.begin(), answer.text.end(), '\n'), 3);
    EXPECT_NE(answer.messages.find("0-1.rec: error: byte "), std::string::npos);
}

TEST_F(Verbs, CallGraphForGraphviz) {
    write_run(true);
    expect_golden("callgraph.dot", call_graph(CallGraphFormat::dot, {10}).text);
}

TEST_F(Verbs, CallGraphAsFoldedStacks) {
    write_run(true);
    const auto text = call_graph(CallGraphFormat::folded).text;
    expect_golden("callgraph.folded", text);
    std::istringstream lines(text);
    long long sum = 0;
    for (std::string line; std::getline(lines, line);) {
        sum += std::stoll(line.substr(line.rfind(' ')));
    }
    EXPECT_EQ(sum, 2012357 + 390000) << "all the time of the two roots";
}

TEST_F(Verbs, CallGraphForHatchetReadsBack) {
    write_run(true);
    const auto text = call_graph(CallGraphFormat::hatchet).text;
    const auto graph = proxima::rundir::parse_call_graph("answer", text);
    ASSERT_EQ(graph.nodes.size(), 7U);
    EXPECT_EQ(graph.component(graph.nodes[1]).name, "monte_carlo.integrate");
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.inclusive_us, 2000);
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.communication_us, 10);
    const auto json = nlohmann::json::parse(text);
    EXPECT_EQ(json["dataframe_indices"], (std::vector<std::string>{"node", "rank"}));
    EXPECT_EQ(json["exclusive_metrics"], std::vector<std::string>{"time"});
}

TEST_F(Verbs, ARunWithoutAnythingToReadIsSaid) {
    directory_.write("run.json", "{}");
    EXPECT_THROW(report({}), proxima::rundir::Error);
    EXPECT_THROW(records({}), proxima::rundir::Error);
}

TEST(OutputTest, AClosedPipeEndsQuietly) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    close(ends[0]);
    std::signal(SIGPIPE, SIG_IGN);
    Output output(ends[1]);
    output.write("x");
    EXPECT_THROW(output.flush(), OutputClosed);
    close(ends[1]);
}

TEST(OutputTest, AFullDiskIsAnError) {
    if (!std::filesystem::is_character_file("/dev/full")) {
        GTEST_SKIP() << "no /dev/full";
    }
    const int full = open("/dev/full", O_WRONLY);
    Output output(full);
    output.write("x");
    EXPECT_THROW(output.flush(), OutputFailed);
    close(full);
}

} // namespace
