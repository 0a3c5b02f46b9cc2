// Runs that record some invocations, while the statistics cover all.
#include "scenario_run.hpp"

#include <proxima/detail/regions.hpp>

#include <bit>
#include <numeric>

namespace {

using Words = std::vector<std::uint64_t>;

// outer calls inner each time.
const Scenario pairs("pairs", [](const Arguments& arguments) {
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n); });
    Proxy outer(outer_target, "outer");
    call_times(outer, std::stoi(arguments.at(0)));
    return 0;
});

// Calls in a batch of which the thread was preempted do not count as short.
constexpr auto all_seemed_long = "on a busy machine all calls seem long: none went untimed";

// outer calls inner in its last 100 calls.
const Scenario late("late", [](const Arguments& arguments) {
    const int calls = std::stoi(arguments.at(0));
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return n >= calls - 100 ? inner.call(n) : 0; });
    Proxy outer(outer_target, "outer");
    call_times(outer, calls);
    return 0;
});

int bin_of(std::uint64_t n) {
    return std::bit_width(n);
}

// With a limit there are statistics of bins although everything is recorded.
TEST(Sampling, StatisticsOfBinsAreThoseOfTheRecords) {
    const Buffer buffer = ScenarioRun({"nest"}, "quiet=on,limit=1G").buffers().at(0);
    ASSERT_EQ(buffer.invocations.size(), 2100U);
    std::map<std::pair<std::string, int>, std::vector<double>> expected;
    for (const Invocation& invocation : buffer.invocations) {
        expected[{invocation.path, bin_of(invocation.words.at(0))}].push_back(invocation.duration);
    }
    ASSERT_EQ(buffer.statistics.size(), expected.size());
    for (const auto& [key, durations] : expected) {
        const auto& found = buffer.statistics.at(key);
        const double sum = std::accumulate(durations.begin(), durations.end(), 0.0);
        const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
        EXPECT_EQ(found.calls(), durations.size());
        EXPECT_NEAR(found.total_ns(), sum, 1e-9 * sum);
        EXPECT_NEAR(found.min_ns(), *least, 1e-9 * *least);
        EXPECT_NEAR(found.max_ns(), *most, 1e-9 * *most);
    }
}

TEST(Sampling, EveryNthBeginsWithTheFirst) {
    const ScenarioRun run({"loop", "1000001"}, "quiet=on,records=every:10");
    const auto invocations = run.invocations();
    ASSERT_EQ(invocations.size(), 100'001U);
    for (std::size_t i = 0; i < invocations.size(); ++i) {
        ASSERT_EQ(invocations[i].words, Words{10 * i});
    }
    EXPECT_EQ(run.rows().at("loop.call").calls, 1'000'001U);
    EXPECT_EQ(run.info()["records"], 100'001);
    EXPECT_EQ(run.info()["invocations"], 1'000'001);
}

// The parameter is 0 to 999,999, so bin b has the 2^(b-1) values from 2^(b-1) on.
TEST(Sampling, UntimedCallsAreCountedInTheirBins) {
    const ScenarioRun run({"loop", "1000000"}, "quiet=on,records=aggregate");
    const Buffer buffer = run.buffers().at(0);
    for (int bin = 1; bin < 20; ++bin) {
        EXPECT_EQ(buffer.statistics.at({"loop.call", bin}).calls(), std::uint64_t{1} << (bin - 1));
    }
    const auto row = run.rows().at("loop.call");
    EXPECT_EQ(row.calls, 1'000'000U);
    EXPECT_NEAR(row.mean_us * 1e6, row.inclusive_us, 1e-9 * row.inclusive_us);
    if (row.untimed_calls == 0) {
        GTEST_SKIP() << all_seemed_long;
    }
    EXPECT_GT(row.error_us, 0);
}

// Callers of measured methods, and runs that record all, read the clock for each call.
TEST(Sampling, OnlyMethodsThatCallNothingMeasuredGoUntimed) {
    const ScenarioRun aggregate({"pairs", "200000"}, "quiet=on,records=aggregate");
    const auto rows = aggregate.rows();
    EXPECT_EQ(rows.at("outer.call").untimed_calls, 0U);
    EXPECT_EQ(rows.at("outer.call").calls, 200'000U);
    EXPECT_EQ(rows.at("outer.call/inner.call").calls, 200'000U);
    const ScenarioRun all({"loop", "200000"}, "quiet=on,limit=1G");
    EXPECT_EQ(all.rows().at("loop.call").untimed_calls, 0U);
    EXPECT_EQ(all.rows().at("loop.call").error_us, 0);
    if (rows.at("outer.call/inner.call").untimed_calls == 0) {
        GTEST_SKIP() << all_seemed_long;
    }
}

// Untimed calls that begin to call measured methods, or to communicate, give these to their paths.
TEST(Sampling, CallsBelowUntimedOnesAreNotLost) {
    const ScenarioRun run({"late", "300000"}, "quiet=on,records=aggregate");
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("outer.call").calls, 300'000U);
    EXPECT_EQ(rows.at("outer.call/inner.call").calls, 100U);
    EXPECT_EQ(run.lost(), 0U);
    if (rows.at("outer.call").untimed_calls == 0) {
        GTEST_SKIP() << all_seemed_long;
    }
}

TEST(Sampling, FirstNRecordsTheFirstOfEachBin) {
    const ScenarioRun run({"loop", "100000"}, "quiet=on,records=first:16");
    EXPECT_EQ(run.rows().at("loop.call").calls, 100'000U);
    Words expected;
    std::map<int, int> in_bin;
    for (std::uint64_t n = 0; n < 100'000; ++n) {
        if (in_bin[bin_of(n)]++ < 16) {
            expected.push_back(n);
        }
    }
    Words recorded;
    for (const Invocation& invocation : run.invocations()) {
        recorded.push_back(invocation.words.at(0));
    }
    EXPECT_EQ(recorded, expected);
}

TEST(Sampling, RulesDecideForEachMethod) {
    const ScenarioRun run({"wide", "1000"},
                          "quiet=on,records=aggregate,methods=*::all=all;*::call=every:100,"
                          "exclude=*::nothing");
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("wide.all").calls, 1000U);
    EXPECT_EQ(rows.at("wide.call").calls, 1000U);
    EXPECT_EQ(rows.count("wide.nothing"), 0U);
    const auto invocations = run.invocations();
    ASSERT_EQ(invocations.size(), 1010U);
    std::size_t next = 0; // record of all(), whose words must be intact
    for (const Invocation& invocation : invocations) {
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

} // namespace
