// Which node of the call graph has made how many calls of MPI, against numbers counted by hand.
#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>

namespace {

using Counts = std::map<std::string, std::uint64_t>;

Counts in_call_graph(const ScenarioRun& run) {
    Counts counts;
    for (const auto& [path, row] : run.rows()) {
        counts[path] = row.all.at("mpi calls");
    }
    return counts;
}

// Those of nodes that have made any.
Counts in_files(const ScenarioRun& run) {
    Counts counts;
    for (const auto& buffer : run.buffers()) {
        EXPECT_TRUE(buffer.tells_mpi_calls);
        for (const auto& [node, calls] : buffer.mpi_calls) {
            counts[buffer.path(node)] += calls;
        }
    }
    return counts;
}

TEST(MpiCalls, AreOfTheInnermostInvocation) {
    const ScenarioRun run({"mpi-calls"});
    EXPECT_EQ(in_call_graph(run),
              (Counts{{"outer.call", 10}, {"outer.call/inner.call", 30}, {"silent.call", 0}}));
    EXPECT_EQ(in_files(run), (Counts{{"outer.call", 10}, {"outer.call/inner.call", 30}}));
    EXPECT_EQ(run.graph()["exclusive_metrics"], (std::vector<std::string>{"time", "mpi calls"}));
}

TEST(MpiCalls, AreCountedWhateverIsRecorded) {
    for (const char* const configuration :
         {"quiet=on,records=aggregate", "quiet=on,records=every:3", "quiet=on,limit=1K",
          "quiet=on,clock=monotonic"}) {
        const ScenarioRun run({"mpi-calls"}, configuration);
        EXPECT_EQ(in_call_graph(run).at("outer.call"), 10U) << configuration;
        EXPECT_EQ(in_files(run), (Counts{{"outer.call", 10}, {"outer.call/inner.call", 30}}))
            << configuration;
    }
    const ScenarioRun unrecorded({"mpi-calls"}, "quiet=on,records=off");
    EXPECT_EQ(in_call_graph(unrecorded).at("outer.call/inner.call"), 30U);
}

TEST(MpiCalls, OfEndedInvocationsSurviveAKill) {
    for (const char* const configuration : {"quiet=on", "quiet=on,records=aggregate"}) {
        const ScenarioRun run({"mpi-calls", "killed"}, configuration);
        ASSERT_TRUE(WIFSIGNALED(run.status()));
        EXPECT_EQ(in_files(run), (Counts{{"outer.call", 10}, {"outer.call/inner.call", 33}}))
            << configuration;
    }
}

// As its time is, that of the open invocation is in the call graph, but not in the files.
TEST(MpiCalls, OfAnInvocationThatIsOpenAtTheEndCount) {
    const ScenarioRun run({"mpi-calls", "exit"});
    EXPECT_EQ(in_call_graph(run),
              (Counts{{"outer.call", 11}, {"outer.call/inner.call", 33}, {"silent.call", 0}}));
    EXPECT_EQ(in_files(run), (Counts{{"outer.call", 10}, {"outer.call/inner.call", 33}}));
}

} // namespace
