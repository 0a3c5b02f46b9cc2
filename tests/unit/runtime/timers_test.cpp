// Invocations that end before those inside of them.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

namespace {

// None of the scenarios takes as long as a century.
constexpr std::uint64_t too_long = std::uint64_t{1} << 62U;

void expect_sound_times(const ScenarioRun& run, const std::string& name = "run") {
    for (const auto& lane : run.lanes(name)) {
        for (const auto& invocation : lane.invocations) {
            EXPECT_LT(invocation.duration, too_long) << lane.path(invocation.node);
        }
    }
}

std::string child_of(const ScenarioRun& run) {
    for (const auto& entry : std::filesystem::directory_iterator(run.directory())) {
        const std::string name = entry.path().filename();
        if (name.rfind("run.child-", 0) == 0) {
            return name;
        }
    }
    return {};
}

TEST(Timers, AThreadThatLeavesThemRunningLeavesNothingToTheNext) {
    const ScenarioRun run({"timers-of-threads"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    expect_sound_times(run);
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("a.timer").calls, 1U);
    EXPECT_EQ(rows.at("a.timer/b.timer").calls, 1U);
}

TEST(Timers, ThoseOfTheParentEndInTheChildAsWell) {
    const ScenarioRun run({"timers-in-fork", "measuring"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    expect_sound_times(run);
    EXPECT_EQ(run.rows().at("a.timer").calls, 1U);
    EXPECT_EQ(run.rows().at("a.timer/b.timer").calls, 1U);
    const std::string child = child_of(run);
    expect_sound_times(run, child);
    const auto rows = run.rows(child);
    EXPECT_EQ(rows.at("a.timer").calls, 1U);
    EXPECT_EQ(rows.at("a.timer/b.timer").calls, 1U);
    EXPECT_EQ(rows.at("a.timer/b.timer/c.timer").calls, 1U);
    EXPECT_EQ(rows.at("c.timer").calls, 1U);
}

TEST(Timers, WhatEndsInAChildBeforeItMeasuresIsOverThen) {
    const ScenarioRun run({"timers-in-fork", "later"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto rows = run.rows(child_of(run));
    EXPECT_EQ(rows.at("c.timer").calls, 1U);
    EXPECT_EQ(rows.count("a.timer/b.timer/c.timer"), 0U);
}

TEST(Timers, ThoseThatACallLeavesRunningAreForgotten) {
    const ScenarioRun run({"timers-in-call"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    expect_sound_times(run);
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("a.call").calls, 2U);
    EXPECT_EQ(rows.at("a.call/b.timer").calls, 1U);
    EXPECT_EQ(rows.at("a.call/b.timer/c.timer").calls, 1U);
}

} // namespace
