// What invocations count besides time. Pages that a call touches are the least that it may count:
// the runtime's own, the libraries' and the sanitizers' come on top.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>

namespace {

using nlohmann::json;

constexpr const char* page_faults = "PAGE_FAULTS";
const std::string both = "quiet=on,counters=PAGE_FAULTS;THREAD_CPU_TIME";

double inclusive(const Row& row, const std::string& counter = page_faults) {
    return row.all.at(counter + " (inc)");
}

double exclusive(const Row& row, const std::string& counter = page_faults) {
    return row.all.at(counter);
}

// By method, of each invocation the word of the first counter.
std::map<std::string, std::vector<std::uint64_t>> counted(const recorded::Buffer& buffer) {
    std::map<std::string, std::vector<std::uint64_t>> result;
    for (const auto& invocation : buffer.invocations) {
        const auto& columns = buffer.methods.at(buffer.nodes.at(invocation.node).method).columns;
        const auto column = std::find(columns.begin(), columns.end(), page_faults);
        result[buffer.path(invocation.node)].push_back(
            invocation.words.at(static_cast<std::size_t>(column - columns.begin())));
    }
    return result;
}

// Also where not all is recorded, and with the system's clock.
class Counters : public testing::TestWithParam<const char*> {};

TEST_P(Counters, CountWhatHappensWithinEachInvocation) {
    const ScenarioRun run({"pages", "100"}, both + GetParam());
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.output(), "");
    const auto rows = run.rows();
    const Row& outer = rows.at("outer.call");
    const Row& inner = rows.at("outer.call/inner.call");
    EXPECT_EQ(outer.calls, 3U);
    EXPECT_GE(inclusive(inner), 3 * 2 * 200);
    EXPECT_EQ(exclusive(inner), inclusive(inner));
    EXPECT_GE(inclusive(outer), inclusive(inner) + 3 * 100);
    EXPECT_EQ(exclusive(outer), inclusive(outer) - inclusive(inner));
    EXPECT_GT(exclusive(outer, "THREAD_CPU_TIME"), 0);
    EXPECT_NEAR(inclusive(outer, "THREAD_CPU_TIME"),
                exclusive(outer, "THREAD_CPU_TIME") + inclusive(inner, "THREAD_CPU_TIME"), 1e-6);
#ifndef PROXIMA_TEST_SANITIZED
    EXPECT_LT(exclusive(outer), 3 * 200); // not those of inner
#endif
}

INSTANTIATE_TEST_SUITE_P(With, Counters,
                         testing::Values("", ",records=every:2", ",records=aggregate",
                                         ",records=off", ",clock=monotonic"));

TEST(CountersOf, RecordsHaveThemBehindTheParameters) {
    const ScenarioRun run({"pages", "100"}, both);
    const auto buffers = run.buffers();
    ASSERT_EQ(buffers.size(), 1U);
    std::map<std::string, double> sums;
    for (const auto& invocation : buffers[0].invocations) {
        const auto& method = buffers[0].methods.at(buffers[0].nodes.at(invocation.node).method);
        EXPECT_EQ(method.columns,
                  (std::vector<std::string>{"n", "PAGE_FAULTS", "THREAD_CPU_TIME"}));
        ASSERT_EQ(invocation.words.size(), 3U);
        EXPECT_GE(invocation.words[1], invocation.words[0]); // as many pages as it is told
        sums[buffers[0].path(invocation.node)] += static_cast<double>(invocation.words[1]);
    }
    for (const auto& [path, row] : run.rows()) {
        EXPECT_EQ(sums[path], inclusive(row)) << path;
    }
}

TEST(CountersOf, TheFilesSayWhatTheyAre) {
    const ScenarioRun run({"pages", "1"}, both);
    const json graph = run.graph();
    EXPECT_EQ(graph["counters"], json::array({{{"name", "PAGE_FAULTS"}, {"unit", "count"}},
                                              {{"name", "THREAD_CPU_TIME"}, {"unit", "us"}}}));
    EXPECT_EQ(graph["exclusive_metrics"],
              json::array({"time", "mpi calls", "PAGE_FAULTS", "THREAD_CPU_TIME"}));
    EXPECT_EQ(graph["inclusive_metrics"],
              json::array({"time (inc)", "communication", "computation", "PAGE_FAULTS (inc)",
                           "THREAD_CPU_TIME (inc)"}));
    const json info = run.info();
    EXPECT_EQ(info["counters"]["names"], json::array({"PAGE_FAULTS", "THREAD_CPU_TIME"}));
    EXPECT_GT(info["counters"]["read_ns"], 0);
}

TEST(CountersOf, EachThreadCountsItsOwn) {
    const ScenarioRun run({"pages-of-threads"}, both);
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_GE(inclusive(run.rows().at("threads.call")), 100 + 200 + 300 + 400);
    for (const auto& buffer : run.buffers()) {
        for (const auto& invocation : buffer.invocations) {
            EXPECT_GE(invocation.words.at(1), invocation.words[0]);
#ifndef PROXIMA_TEST_SANITIZED
            EXPECT_LT(invocation.words[1], invocation.words[0] + 90); // nobody else's
#endif
        }
    }
}

TEST(CountersOf, WhatIsJumpedOverIsItsCallers) {
    const ScenarioRun run({"pages-and-jump"}, both);
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("outer.call/inner.call").calls, 0U);
    EXPECT_EQ(inclusive(rows.at("outer.call/inner.call")), 0);
    EXPECT_GE(exclusive(rows.at("outer.call")), 60);
    EXPECT_GE(inclusive(rows.at("outer.call/last.call")), 10);
}

TEST(CountersOf, InAChildTheyCountFromTheFork) {
    const ScenarioRun run({"pages-and-fork"}, both);
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_GE(inclusive(run.rows().at("outer.call")), 5000);
    ASSERT_EQ(run.children().size(), 1U);
    const auto rows = run.rows(run.children()[0]);
    EXPECT_GE(inclusive(rows.at("inner.call")), 30);
#ifndef PROXIMA_TEST_SANITIZED
    EXPECT_LT(inclusive(rows.at("inner.call")), 5000);
#endif
}

// A node takes more than 256 bytes, so that 4000 of them take 250 pages; invocations themselves
// touch no more than the columns, less than 60.
TEST(CountersOf, WhatTheRuntimeDoesIsNobodys) {
#ifdef PROXIMA_TEST_SANITIZED
    GTEST_SKIP() << "sanitizers touch pages of their own";
#endif
    const ScenarioRun run({"pages-of-paths"}, both);
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto rows = run.rows();
    EXPECT_EQ(rows.size(), 4001U);
    EXPECT_LT(inclusive(rows.at("outer.call")), 150);
}

TEST(CountersOf, APortMayBeKnownBeforeTheyAre) {
    const ScenarioRun run({"pages-configured-late"}, nullptr, {});
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_GE(inclusive(run.rows().at("late.call")), 25);
    EXPECT_EQ(run.buffers().at(0).invocations.at(0).words.size(), 2U);
}

TEST(CountersOf, SurviveAKill) {
    const ScenarioRun run({"pages", "100", "killed"}, both);
    ASSERT_TRUE(WIFSIGNALED(run.status()));
    const auto counts = counted(run.buffers().at(0));
    ASSERT_EQ(counts.at("outer.call").size(), 3U);
    for (const std::uint64_t faults : counts.at("outer.call")) {
        EXPECT_GE(faults, 500U);
    }
}

TEST(CountersOf, ThoseThatAreNotThereAreSaidOnce) {
    const ScenarioRun run({"pages", "10"}, "quiet=on,counters=NO_SUCH_COUNTER;PAGE_FAULTS");
    ASSERT_TRUE(run.succeeded());
    EXPECT_EQ(run.output().find("proxima: NO_SUCH_COUNTER is not counted: "), 0U) << run.output();
    EXPECT_EQ(std::count(run.output().begin(), run.output().end(), '\n'), 1);
    const auto said = run.output().substr(9, run.output().find('\n') - 9); // after "proxima: "
    EXPECT_EQ(run.info()["losses"]["reasons"], json::array({said}));
    EXPECT_GE(inclusive(run.rows().at("outer.call")), 3 * 50);
}

// Where hardware counters are permitted they count, else that is said, and the run goes on.
TEST(CountersOf, OfTheHardware) {
    const ScenarioRun run({"pages", "10"}, "quiet=on,counters=PAPI_TOT_INS");
    ASSERT_TRUE(run.succeeded());
    const json names = run.info()["counters"]["names"];
    if (names.empty()) {
        EXPECT_EQ(run.output().find("proxima: PAPI_TOT_INS is not counted: "), 0U);
        EXPECT_EQ(run.rows().at("outer.call").calls, 3U);
        EXPECT_FALSE(run.graph().contains("counters"));
    } else {
        const auto rows = run.rows();
        EXPECT_GT(exclusive(rows.at("outer.call"), "PAPI_TOT_INS"), 0);
    }
}

} // namespace
