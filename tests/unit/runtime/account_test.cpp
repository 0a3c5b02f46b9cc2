// What the runtime says that measuring has added, against workloads whose times are known without
// it.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace {

// Preemption between two spins may add to a time, the parameters (half as long as the spins) not.
void expect_spun(double time, double spun) {
    EXPECT_GE(time, spun * 0.999);
    EXPECT_LE(time, spun * 1.25);
}

class Account : public testing::TestWithParam<const char*> {};

TEST_P(Account, HasEvaluatingParametersInNoInvocation) {
    const ScenarioRun run({"spins", "300"}, GetParam());
    ASSERT_TRUE(run.succeeded()) << run.output();
    double in_leaf = 0;
    double in_middle = 0;
    double in_parameters = 0;
    std::ifstream(run.directory() / "spun") >> in_leaf >> in_middle >> in_parameters;
    const auto rows = run.rows();
    ASSERT_EQ(rows.size(), 3U); // nothing of what the parameters call
    EXPECT_EQ(rows.at("top.call/middle.call/leaf.call").calls, 600U);
    expect_spun(rows.at("top.call/middle.call/leaf.call").exclusive, in_leaf);
    expect_spun(rows.at("top.call/middle.call").exclusive, in_middle);
    expect_spun(rows.at("top.call").inclusive, in_leaf + in_middle);
    EXPECT_GE(run.info()["overhead_us"], in_parameters * 0.999);
}

INSTANTIATE_TEST_SUITE_P(Of, Account,
                         testing::Values("quiet=on", "quiet=on,records=aggregate",
                                         "quiet=on,clock=monotonic",
                                         "quiet=on,counters=THREAD_CPU_TIME"));

TEST(Account, CountersLeaveOutParametersToo) {
    const ScenarioRun run({"spins", "100"}, "quiet=on,counters=THREAD_CPU_TIME");
    ASSERT_TRUE(run.succeeded()) << run.output();
    for (const auto& [path, row] : run.rows()) {
        EXPECT_LE(row.all["THREAD_CPU_TIME"], row.exclusive * 1.1 + 1000) << path;
    }
}

} // namespace
