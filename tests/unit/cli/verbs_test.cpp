// `proxima records` and `callgraph` on a small run.
#include "callgraph/callgraph_command.hpp"
#include "records/records_command.hpp"
#include "shared/messages.hpp"
#include "verbs_fixture.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

namespace {

using namespace proxima::cli;
using test::Verbs;

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
    test::expect_golden("callgraph.dot", call_graph(CallGraphFormat::dot, {10}).text);
}

TEST_F(Verbs, CallGraphAsCollapsedStacks) {
    write_run(true);
    const auto text = call_graph(CallGraphFormat::collapsed).text;
    test::expect_golden("callgraph.collapsed", text);
    std::istringstream lines(text);
    long long sum = 0;
    for (std::string line; std::getline(lines, line);) {
        sum += std::stoll(line.substr(line.rfind(' ')));
    }
    EXPECT_EQ(sum, 2012357 + 390000) << "all the time of the two roots";
}

} // namespace
