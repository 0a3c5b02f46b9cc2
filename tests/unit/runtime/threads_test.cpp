// Threads that come and go.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

namespace {

TEST(Threads, EachHasItsBufferAndAllMakeOneGraph) {
    const ScenarioRun run({"parallel", "4", "5000"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.rows().at("outer.call/inner.call").calls, 20'000U);
    const auto buffers = run.buffers();
    ASSERT_EQ(buffers.size(), 4U);
    for (const auto& buffer : buffers) {
        EXPECT_EQ(buffer.invocations.size(), 10'000U);
        EXPECT_EQ(buffer.threads(), 1U);
    }
    EXPECT_EQ(run.info()["threads"], 4);
}

TEST(Threads, OneAfterTheOtherTheyShareABuffer) {
    const ScenarioRun run({"one-by-one", "50"});
    EXPECT_EQ(run.rows().at("worker.call").calls, 50U);
    const auto buffers = run.buffers();
    ASSERT_EQ(buffers.size(), 1U);
    EXPECT_EQ(buffers[0].threads(), 50U);
    for (std::size_t i = 0; i < buffers[0].invocations.size(); ++i) {
        EXPECT_EQ(buffers[0].invocations[i].thread, i);
        EXPECT_EQ(buffers[0].invocations[i].words, std::vector<std::uint64_t>{i});
    }
    EXPECT_EQ(run.info()["threads"], 50);
    EXPECT_EQ(run.info()["buffers"], 1);
}

TEST(Threads, DestructorsOfThreadLocalsAreMeasured) {
    EXPECT_EQ(ScenarioRun({"thread-local-destructor"}).rows().at("leaving.call").calls, 2U);
}

TEST(Threads, FinishingWhileTheyCall) {
    const ScenarioRun run({"finish-among-threads"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    std::uint64_t recorded = 0;
    for (const auto& buffer : run.buffers()) {
        recorded += buffer.invocations.size();
    }
    EXPECT_EQ(run.info()["records"], recorded);
    EXPECT_GT(recorded, 3U * 5000U);
}

// Opening and writing files are points at which a thread may be cancelled, but not in the runtime.
TEST(Threads, AreNotCancelledWithinTheRuntime) {
    const ScenarioRun run({"cancelled"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("cancelled.call").calls, 100'000U);
}

} // namespace
