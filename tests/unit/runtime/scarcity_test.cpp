// What the system may refuse: memory, keys of threads, calls that signals interrupt.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

namespace {

#ifndef PROXIMA_TEST_MEMORY_IS_NOT_SCARCE

// A call whose node there was no memory for is not measured, and its callees are its caller's; all
// later ones are.
TEST(Scarcity, APathThatThereWasNoMemoryForIsMeasuredTheNextTime) {
    for (const std::string configuration : {"quiet=on", "quiet=on,records=every:100"}) {
        const ScenarioRun run({"scarce-memory"}, configuration);
        ASSERT_TRUE(run.succeeded()) << run.output();
        const auto rows = run.rows();
        for (const auto& [path, row] : rows) {
            if (path.find(".call/") != std::string::npos) {
                EXPECT_GE(row.calls, 5000U) << path;
                EXPECT_LE(row.calls, 5001U) << path;
            }
        }
        for (const auto& buffer : run.buffers()) {
            EXPECT_FALSE(buffer.invocations.empty());
        }
    }
}

TEST(Scarcity, AThreadThatThereWasNoMemoryForIsMeasuredLater) {
    const ScenarioRun run({"scarce-memory-for-threads"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto info = run.info();
    const std::uint64_t calls = run.rows().at("scarce.call").calls;
    EXPECT_EQ(calls, info["invocations"]);
    EXPECT_GE(calls, info["threads"]); // of a thread that has failed, the second
    EXPECT_GT(calls, 3U);
    std::uint64_t recorded = 0;
    for (const auto& buffer : run.buffers()) {
        recorded += buffer.invocations.size();
    }
    EXPECT_EQ(recorded, info["records"]);
}

#endif

TEST(Scarcity, ReservingTheRingIsTriedAgainAfterASignal) {
    const ScenarioRun run({"interrupted-reservation"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.output(), "");
    EXPECT_EQ(run.buffers().at(0).invocations.size(), 1U);
}

TEST(Scarcity, WithoutAKeyThoseOfTheApplicationAreLeftAlone) {
#ifdef PROXIMA_TEST_SANITIZED
    GTEST_SKIP() << "sanitizers need keys of their own";
#endif
    const ScenarioRun run({"no-keys"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("keyless.call").calls, 2U);
}

} // namespace
