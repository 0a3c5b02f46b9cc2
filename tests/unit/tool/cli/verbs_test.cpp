// `proxima records` and `callgraph` on a small run.
#include "records/records_command.hpp"
#include "report/report_tables.hpp"
#include "shared/messages.hpp"
#include "verbs_fixture.hpp"

#include <proxima/base/error.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

namespace {

using namespace proxima::cli;
using namespace proxima::text;
using test::Verbs;

// Sums computed from the records one by one, in the plain way.
TEST_F(Verbs, FlatProfileIsThatOfTheRecords) {
    write_run(true);
    struct Sum {
        std::uint64_t count = 0;
        double sum = 0;
        double squares = 0;
    };
    std::map<std::string, Sum> expected;
    RecordsOptions options;
    options.format = RecordsFormat::json_lines;
    std::istringstream lines(records(options).text);
    for (std::string line; std::getline(lines, line);) {
        const auto record = nlohmann::json::parse(line);
        auto& sum = expected[record["instance"].get<std::string>() + "." +
                             record["method"].get<std::string>()];
        const auto duration = record["duration_ns"].get<double>() / 1000;
        ++sum.count;
        sum.sum += duration;
        sum.squares += duration * duration;
    }
    const auto graph = proxima::rundir::load_call_graph(directory_.path() / "callgraph.json");
    const auto rows = flat_profile(graph, proxima::rundir::MethodNumbers(graph).of_component);
    EXPECT_EQ(rows.size(), expected.size());
    for (const auto& row : rows) {
        const auto& sum = expected.at(graph.components[row.component].name);
        const auto n = static_cast<double>(sum.count);
        EXPECT_EQ(row.sums.calls, sum.count);
        EXPECT_NEAR(row.sums.inclusive_us, sum.sum, n / 1000); // durations are rounded
        const double mean = sum.sum / n;
        EXPECT_NEAR(row.sums.mean_us, mean, 0.001);
        EXPECT_NEAR(row.sums.stddev_us, std::sqrt(std::max(sum.squares / n - mean * mean, 0.0)),
                    0.001 + mean * 1e-6);
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
    test::expect_golden("callgraph.dot", call_graph("dot", {10}).text);
}

TEST_F(Verbs, CallGraphAsCollapsedStacks) {
    write_run(true);
    const auto text = call_graph("collapsed").text;
    test::expect_golden("callgraph.collapsed", text);
    std::istringstream lines(text);
    long long sum = 0;
    for (std::string line; std::getline(lines, line);) {
        sum += std::stoll(line.substr(line.rfind(' ')));
    }
    EXPECT_EQ(sum, 2012357 + 390000) << "all the time of the two roots";
}

} // namespace
