// What is recorded of a run where not all is, and that its statistics have all.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace {

// The bin of an integer that is not negative.
std::int32_t bin_of(std::uint64_t n) {
    return static_cast<std::int32_t>(std::bit_width(n));
}

std::uint64_t calls(const ScenarioRun& run, const std::string& path) {
    return run.rows().at(path).calls;
}

// The calls by path, as the statistics in the record files have them.
std::map<std::string, std::uint64_t> counted(const ScenarioRun& run) {
    std::map<std::string, std::uint64_t> counts;
    for (const auto& buffer : run.buffers()) {
        for (const auto& [key, statistics] : buffer.statistics) {
            counts[buffer.path(key.first)] += statistics.calls;
        }
    }
    return counts;
}

// A limit keeps bins though all is recorded in the end: both can be compared.
TEST(Sampling, StatisticsOfBinsAreThoseOfTheRecords) {
    const ScenarioRun run({"nest"}, "quiet=on,limit=1G");
    const auto buffer = run.buffers().at(0);
    ASSERT_EQ(buffer.invocations.size(), 2100U);
    std::map<std::pair<std::uint32_t, std::int32_t>, recorded::Statistics> expected;
    for (const auto& invocation : buffer.invocations) {
        auto& bin = expected
                        .try_emplace({invocation.node, bin_of(invocation.words.at(0))},
                                     recorded::Statistics{0, 0, 0, 1e99, 0})
                        .first->second;
        ++bin.calls;
        bin.sum += invocation.duration;
        bin.minimum = std::min(bin.minimum, invocation.duration);
        bin.maximum = std::max(bin.maximum, invocation.duration);
    }
    ASSERT_EQ(buffer.statistics.size(), expected.size());
    for (const auto& [key, bin] : expected) {
        const auto& found = buffer.statistics.at(key);
        EXPECT_EQ(found.calls, bin.calls);
        EXPECT_NEAR(found.sum, bin.sum, 1e-9 * bin.sum);
        EXPECT_NEAR(found.minimum, bin.minimum, 1e-9 * bin.minimum);
        EXPECT_NEAR(found.maximum, bin.maximum, 1e-9 * bin.maximum);
    }
}

TEST(Sampling, AggregateRecordsNothingAndCountsAll) {
    const ScenarioRun run({"nest"}, "quiet=on,records=aggregate");
    EXPECT_EQ(calls(run, "outer.call/inner.call"), 300U);
    EXPECT_EQ(run.buffers().at(0).invocations.size(), 0U);
    EXPECT_EQ(counted(run),
              (std::map<std::string, std::uint64_t>{
                  {"outer.call", 900}, {"outer.call/inner.call", 300}, {"inner.call", 900}}));
    EXPECT_EQ(run.info()["records"], 0);
    EXPECT_EQ(run.info()["invocations"], 2100);
    EXPECT_EQ(run.info()["configuration"]["records"], "aggregate");
}

TEST(Sampling, EveryNthIsTheFirstAndSoOn) {
    const ScenarioRun run({"loop", "10001"}, "quiet=on,records=every:10");
    const auto buffer = run.buffers().at(0);
    ASSERT_EQ(buffer.invocations.size(), 1001U);
    for (std::size_t i = 0; i < buffer.invocations.size(); ++i) {
        ASSERT_EQ(buffer.invocations[i].words, std::vector<std::uint64_t>{10 * i});
    }
    EXPECT_EQ(calls(run, "loop.call"), 10'001U);
    EXPECT_EQ(run.info()["records"], 1001);
}

TEST(Sampling, FirstNKeepsTheFirstOfEachBin) {
    const ScenarioRun run({"loop", "100000"}, "quiet=on,records=first:16");
    EXPECT_EQ(calls(run, "loop.call"), 100'000U);
    std::vector<std::uint64_t> expected;
    std::map<std::int32_t, int> in_bin;
    for (std::uint64_t n = 0; n < 100'000; ++n) {
        if (in_bin[bin_of(n)]++ < 16) {
            expected.push_back(n);
        }
    }
    std::vector<std::uint64_t> kept;
    const auto buffer = run.buffers().at(0);
    for (const auto& invocation : buffer.invocations) {
        kept.push_back(invocation.words.at(0));
    }
    EXPECT_EQ(kept, expected);
}

TEST(Sampling, EachMethodAsItsRulesSay) {
    const ScenarioRun run({"wide", "1000"},
                          "quiet=on,records=aggregate,methods=*::all=all;*::call=every:100,"
                          "exclude=*::nothing");
    EXPECT_EQ(calls(run, "wide.all"), 1000U);
    EXPECT_EQ(calls(run, "wide.call"), 1000U);
    EXPECT_EQ(run.rows().count("wide.nothing"), 0U);
    const auto buffer = run.buffers().at(0);
    ASSERT_EQ(buffer.invocations.size(), 1010U);
    std::size_t next = 0; // of all(), whose nine words must still be its own
    for (const auto& invocation : buffer.invocations) {
        if (invocation.words.size() == 9) {
            EXPECT_EQ(invocation.words[0], next);
            EXPECT_EQ(std::bit_cast<double>(invocation.words[2]), static_cast<double>(next));
            ++next;
        } else {
            EXPECT_EQ(invocation.words.at(0) % 100, 0U);
        }
    }
    EXPECT_EQ(next, 1000U);
}

TEST(Sampling, TheCallGraphHasTheBins) {
    for (const char* records : {"records=off", "records=aggregate"}) {
        const ScenarioRun run({"nest"}, std::string("quiet=on,") + records);
        const auto graph = run.graph();
        expect_sound(graph);
        std::map<int, std::uint64_t> in_bin;
        std::map<int, double> sum;
        for (const auto& row : graph.at("bins")) {
            EXPECT_EQ(row.at("parameter"), "n");
            EXPECT_EQ(row.at("type"), "integer");
            in_bin[row.at("bin")] += row.at("calls").get<std::uint64_t>();
            sum[row.at("node")] += row.at("sum").get<double>();
        }
        // 900 calls of outer and of inner with n from 0, and inner again with every third
        EXPECT_EQ(in_bin.at(0), 3U);
        EXPECT_EQ(in_bin.at(1), 2U);
        EXPECT_EQ(in_bin.at(2), 5U); // 2 and 3; the latter is divisible
        for (const auto& row : graph.at("dataframe")) {
            EXPECT_NEAR(sum.at(row.at("node")), row.at("time (inc)").get<double>(), 1e-6);
        }
    }
    EXPECT_FALSE(ScenarioRun({"nest"}).graph().contains("bins"));
}

} // namespace
