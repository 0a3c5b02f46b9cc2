// What the runtime says that measuring has added, against workloads whose times are known without
// it.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace {

// Clocks agree within 1 %. The shortest call is one that nobody has interrupted: what it takes is
// known, and evaluating a parameter, which takes 100 us, is not in it.
void expect_shortest(const Row& row, double us) {
    const double shortest = row.all["min"];
    EXPECT_GE(shortest, us * 0.99);
    EXPECT_LE(shortest, us * 1.15);
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
    expect_shortest(rows.at("top.call/middle.call/leaf.call"), 200);
    expect_shortest(rows.at("top.call/middle.call"), 100 + 2 * 200);
    expect_shortest(rows.at("top.call"), 100 + 2 * 200);
    EXPECT_GE(rows.at("top.call/middle.call/leaf.call").exclusive, in_leaf * 0.99);
    EXPECT_GE(rows.at("top.call/middle.call").exclusive, in_middle * 0.99);
    EXPECT_GE(run.info()["overhead_us"], in_parameters * 0.99);
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
