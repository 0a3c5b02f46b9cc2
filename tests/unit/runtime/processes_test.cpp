// Several processes, and code that comes and goes.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

namespace {

TEST(Processes, AChildMeasuresIntoADirectoryOfItsOwn) {
    const ScenarioRun run({"fork-and-measure"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("both.call").calls, 4000U);
    EXPECT_EQ(run.buffers().at(0).invocations.size(), 4000U);
    const auto children = run.children();
    ASSERT_EQ(children.size(), 1U);
    EXPECT_EQ(run.rows(children[0]).at("both.call").calls, 110U);
    EXPECT_EQ(run.info(children[0])["parent_run"], run.run().string());
    const auto buffers = run.buffers(children[0]);
    ASSERT_EQ(buffers.size(), 2U);
    EXPECT_EQ(buffers[0].invocations.size(), 10U);
    EXPECT_EQ(buffers[0].invocations[9].words, std::vector<std::uint64_t>{9});
}

TEST(Processes, RanksWithoutTheLibraryForMpiAreTold) {
    const Environment size("OMPI_COMM_WORLD_SIZE", "3");
    for (const std::string rank : {"0", "1"}) {
        const Environment own("OMPI_COMM_WORLD_RANK", rank);
        const ScenarioRun run({"loop", "1"}, "quiet=off");
        const bool told =
            run.output().find("each of the 3 ranks has a run of its own") != std::string::npos;
        EXPECT_EQ(told, rank == "0") << run.output();
    }
}

TEST(Processes, CallsThatAreOpenCountInTheParentAlone) {
    const ScenarioRun run({"fork-inside"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.rows().at("outer.call").calls, 1U);
    EXPECT_EQ(run.rows().at("outer.call/inner.call").calls, 5U);
    const auto children = run.children();
    ASSERT_EQ(children.size(), 1U);
    const auto rows = run.rows(children[0]);
    EXPECT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows.at("inner.call").calls, 3U);
}

TEST(Processes, ForkingAmongBusyThreads) {
    const ScenarioRun run({"fork-among-threads"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("busy.call").calls, 400'000U);
    for (const std::string& child : run.children()) {
        EXPECT_EQ(run.rows(child).at("busy.call").calls, 1U);
    }
    EXPECT_EQ(run.children().size(), 20U);
}

// The process that was replaced is as if killed; the new program has a run of its own.
TEST(Processes, Exec) {
    const ScenarioRun run({"execute", "7"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.info("run")["complete"], false);
    EXPECT_EQ(run.buffers("run").at(0).invocations.size(), 5U);
    EXPECT_EQ(run.rows("run-2").at("loop.call").calls, 7U);
}

TEST(Processes, PlugInsMayBeUnloaded) {
    const ScenarioRun run({"plug-in", PROXIMA_PLUGIN});
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("plugged.call").calls, 300U); // loaded three times, one method all the same
    EXPECT_EQ(rows.at("host.call").calls, 6U);
    EXPECT_EQ(rows.at("plugged.call").all["name"], "plugged.call");
}

TEST(Processes, ThreadsMayOutliveThePlugInThatBroughtTheRuntime) {
    const ScenarioRun run(PROXIMA_PLUGIN_HOST, {PROXIMA_PLUGIN}, "quiet=on");
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("plugged.call").calls, 1U);
}

} // namespace
