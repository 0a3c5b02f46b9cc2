// Applications that leave calls in ways of their own go on as if nobody measured.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace {

constexpr double longest = 1e10; // ns: no run takes so long, a difference below 0 is 1.8e19

double longest_duration(const ScenarioRun& run) {
    double found = 0;
    for (const auto& buffer : run.buffers("run", recorded::Expect::losses)) {
        for (const auto& invocation : buffer.invocations) {
            found = std::max(found, invocation.duration);
        }
    }
    return found;
}

// What hangs is ended by ctest.
TEST(Interruptions, AHandlerMayExit) {
    for (int microseconds = 100; microseconds <= 20'000; microseconds += 331) {
        const ScenarioRun run({"exit-in-handler", std::to_string(microseconds)});
        ASSERT_EQ(WEXITSTATUS(run.status()), 7) << microseconds << " us: " << run.output();
        ASSERT_LT(longest_duration(run), longest);
    }
}

// What is measured after a jump out of the runtime itself is nobody's; the run says so.
TEST(Interruptions, AHandlerMayJump) {
    const ScenarioRun run({"jump-out-of-handler"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    std::uint64_t returned = 0;
    std::uint64_t jumps = 0;
    std::ifstream(run.directory() / "counts") >> returned >> jumps;
    const bool is_complete = run.info()["complete"];
    EXPECT_NE(is_complete, run.output().find("is left open") != std::string::npos) << run.output();
    if (is_complete) {
        const auto recorded = run.rows().at("outer.call").calls;
        EXPECT_GE(recorded, returned);
        EXPECT_LE(recorded, returned + jumps);
    }
    EXPECT_LT(longest_duration(run), longest);
}

#ifndef PROXIMA_TEST_SANITIZED // which do not know of the stacks of fibers
TEST(Interruptions, ACallMayReturnOnAnotherThread) {
    const ScenarioRun run({"fibers"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("inner.call").calls, 10 + 10 + 10U); // second of a call, both callers
    EXPECT_EQ(run.info()["losses"]["invocations"], 10);
    EXPECT_LT(longest_duration(run), longest);
}
#endif

} // namespace
