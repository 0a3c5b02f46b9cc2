// The call graph of a killed run, against numbers worked out by hand.
#include "record_file_builder.hpp"

#include <proxima/rundir/call_graph_index.hpp>
#include <proxima/rundir/rebuild.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

/// `go` calls `f` of instance a and `f` of instance b.
RecordFileBuilder go_and_f(std::uint32_t lane) {
    RecordFileBuilder file(0, lane);
    file.thread(lane).method("Go", "go", "int go()").method("F", "f", "void f(int)");
    return file.node(0, 0, "driver").node(1, 1, "a").node(1, 1, "b");
}

CallGraph rebuild(const TemporaryDirectory& directory) {
    ReadOutcome outcome;
    auto graph = rebuild_call_graph(RunDirectory::open(directory.path()), outcome);
    EXPECT_EQ(outcome.problems, std::vector<std::string>{});
    return graph;
}

const Node& node_named(const CallGraph& graph, const std::string& name) {
    for (const auto& node : graph.nodes) {
        if (graph.component(node).name == name) {
            return node;
        }
    }
    throw std::runtime_error("no node " + name);
}

TEST(Rebuild, AddsUpTimesOfAllThreads) {
    TemporaryDirectory directory;
    // Durations of a.f: 1000, 3000 and, on the other thread, 5000 ns
    directory.write("records/0-0.rec", go_and_f(0)
                                           .block({{2, 10000, 11000, 100},
                                                   {2, 12000, 15000},
                                                   {3, 16000, 18000},
                                                   {1, 9000, 20000, 100}})
                                           .end()
                                           .bytes());
    directory.write("records/0-1.rec",
                    go_and_f(1).block({{2, 10000, 15000}, {1, 10000, 16000}}).end().bytes());
    const auto graph = rebuild(directory);
    ASSERT_EQ(graph.nodes.size(), 3U);
    EXPECT_FALSE(graph.complete);
    const auto& a = node_named(graph, "a.f").statistics;
    EXPECT_EQ(a.calls, 3U);
    EXPECT_DOUBLE_EQ(a.inclusive_us, 9);
    EXPECT_DOUBLE_EQ(a.min_us, 1);
    EXPECT_DOUBLE_EQ(a.max_us, 5);
    EXPECT_DOUBLE_EQ(a.mean_us, 3);
    EXPECT_NEAR(a.stddev_us, 1.632993161855452, 1e-12); // sqrt(8/3)
    EXPECT_DOUBLE_EQ(a.communication_us, 0.1);
    const auto& go = node_named(graph, "driver.go").statistics;
    EXPECT_EQ(go.calls, 2U);
    EXPECT_DOUBLE_EQ(go.inclusive_us, 17);
    EXPECT_DOUBLE_EQ(go.exclusive_us, 6);
    EXPECT_DOUBLE_EQ(go.computation_us, 16.9);
}

ReadOutcome outcome_with_ring(const std::string& ring) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0).bytes());
    directory.write("records/0-0.ring", ring);
    ReadOutcome outcome;
    rebuild_call_graph(RunDirectory::open(directory.path()), outcome);
    return outcome;
}

// Recording had stopped: 7 until the columns were begun, 9 with those that were in them.
TEST(Rebuild, NamesInvocationsThatAreInNoFile) {
    const std::vector<TestInvocation> two{{2, 10000, 11000}, {3, 12000, 14000}};
    const auto waiting = outcome_with_ring(with_missing(ring_file(0, two), 9, 7));
    EXPECT_EQ(waiting.invocations, 2U);
    EXPECT_EQ(waiting.forgotten, 7U);
    ASSERT_EQ(waiting.problems.size(), 1U);
    EXPECT_NE(waiting.problems[0].find("7 invocations are missing"), std::string::npos);
    const auto emptied = outcome_with_ring(with_missing(ring_file(0, {}), 9, 7));
    EXPECT_EQ(emptied.invocations, 0U);
    EXPECT_EQ(emptied.forgotten, 9U);
}

TEST(Rebuild, NamesLanesThatHaveNoFile) {
    const std::vector<TestInvocation> two{{2, 10000, 11000}, {3, 12000, 14000}};
    const auto outcome = outcome_with_ring(with_others(ring_file(0, two), 3, 40960));
    EXPECT_EQ(outcome.invocations, 2U);
    EXPECT_EQ(outcome.forgotten, 40960U);
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_NE(outcome.problems[0].find("files of their own: 3"), std::string::npos);
}

// Recording had stopped when nodes 4 and 5 came.
TEST(Rebuild, CountsInvocationsOfNodesThatAreNotDefined) {
    const auto outcome = outcome_with_ring(ring_file(0, {{2, 10000, 11000},
                                                         {4, 12000, 14000},
                                                         {3, 14000, 15000},
                                                         {5, 16000, 17000},
                                                         {4, 17000, 18000}}));
    EXPECT_EQ(outcome.invocations, 2U);
    EXPECT_EQ(outcome.forgotten, 3U);
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_NE(outcome.problems[0].find("3 invocations are missing, from one of node 4 on"),
              std::string::npos)
        << outcome.problems[0];
}

// What a node that is not defined has in the column of further words is not known, so neither is
// what later ones have there.
TEST(Rebuild, CountsInvocationsWhoseParametersAreOutOfPlace) {
    TemporaryDirectory directory;
    RecordFileBuilder file;
    file.thread(0).method("P", "f", "void f(int, int)", {{0, "m", "int"}, {0, "n", "int"}});
    file.method("P", "g", "void g(int)", {{0, "n", "int"}}).node(0, 0, "a").node(0, 1, "a");
    directory.write("records/0-0.rec", file.bytes());
    directory.write("records/0-0.ring", ring_file(0, {{1, 1000, 1100, 0, {1, 2}},
                                                      {3, 1200, 1300, 0, {1, 2, 3}},
                                                      {1, 1400, 1500, 0, {1, 2}},
                                                      {2, 1600, 1700, 0, {1}}}));
    ReadOutcome outcome;
    const auto graph = rebuild_call_graph(RunDirectory::open(directory.path()), outcome);
    EXPECT_EQ(node_named(graph, "a.f").statistics.calls, 1U);
    EXPECT_EQ(node_named(graph, "a.g").statistics.calls, 1U);
    EXPECT_EQ(outcome.forgotten, 2U);
}

// They are a block already, which has been read.
TEST(Rebuild, CountsNothingOfColumnsThatAreABlock) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0).block({{2, 10000, 11000}}).bytes());
    directory.write("records/0-0.ring", ring_file(0, {{4, 10000, 11000}}));
    ReadOutcome outcome;
    rebuild_call_graph(RunDirectory::open(directory.path()), outcome);
    EXPECT_EQ(outcome.invocations, 1U);
    EXPECT_EQ(outcome.forgotten, 0U);
}

TEST(Rebuild, TakesAnEmptyRingFileAsOneThatWasNotBegun) {
    EXPECT_EQ(outcome_with_ring("").problems, std::vector<std::string>{});
}

TEST(Rebuild, GivesOpenCallsTheTimeOfTheirChildren) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0).bytes());
    directory.write("records/0-0.ring", ring_file(0, {{2, 10000, 11000}, {3, 12000, 14000}}));
    const auto graph = rebuild(directory);
    const auto& go = node_named(graph, "driver.go").statistics;
    EXPECT_EQ(go.calls, 0U);
    EXPECT_DOUBLE_EQ(go.inclusive_us, 3);
    EXPECT_DOUBLE_EQ(go.exclusive_us, 0);
}

TEST(Rebuild, KeepsThreadsApartThatWereOpenAndThatWereNot) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0).bytes());
    directory.write("records/0-0.ring", ring_file(0, {{2, 10000, 90000}}));
    directory.write("records/0-1.rec",
                    go_and_f(1).block({{2, 10000, 15000}, {1, 10000, 16000}}).end().bytes());
    const auto graph = rebuild(directory);
    const auto& go = node_named(graph, "driver.go").statistics;
    EXPECT_EQ(go.calls, 1U);
    EXPECT_DOUBLE_EQ(go.exclusive_us, 1);
    EXPECT_DOUBLE_EQ(go.inclusive_us, 80 + 5 + 1);
}

TEST(Rebuild, TakesFoldedInvocationsApart) {
    RecordFileBuilder file;
    file.thread(0).method("F", "f", "void f(int)").node(0, 0, "a").node(1, 0, "a", true);
    // Folded: [4, 5] in [3, 6] in [2, 8], then [10, 12] by itself; all in [1, 20], microseconds
    file.block(
        {{2, 4000, 5000}, {2, 3000, 6000}, {2, 2000, 8000}, {2, 10000, 12000}, {1, 1000, 20000}});
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", file.end().bytes());
    const auto graph = rebuild(directory);
    ASSERT_EQ(graph.nodes.size(), 2U);
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.inclusive_us,
                     8); // of 1 + 3 + 6 + 2, nested time once
    EXPECT_EQ(graph.nodes[1].statistics.calls, 4U);
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.max_us, 6);
    EXPECT_DOUBLE_EQ(graph.nodes[0].statistics.exclusive_us, 11);
}

TEST(Rebuild, TellsOverloadsApartByTheirParameters) {
    RecordFileBuilder file;
    file.thread(0)
        .method("F", "f", "void f(int, std::function<void (int)>)")
        .method("F", "f", "void f(double) const");
    file.method("G", "f", "void f(double)").node(0, 0, "a").node(0, 1, "a").node(0, 2, "a");
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", file.block({{1, 1, 2}, {2, 3, 4}, {3, 5, 6}}).end().bytes());
    const auto graph = rebuild(directory);
    ASSERT_EQ(graph.nodes.size(), 3U);
    EXPECT_EQ(graph.component(graph.nodes[0]).name, "a.f(int, std::function<void (int)>)");
    EXPECT_EQ(graph.component(graph.nodes[1]).name, "a.f(double)");
    EXPECT_EQ(graph.component(graph.nodes[2]).name, "a.f");
}

TEST(Rebuild, StartsNestAcrossBlocksInSpiteOfTheRuntimesOwnTime) {
    RecordFileBuilder file;
    file.thread(0).method("F", "f", "void f(int)").node(0, 0, "a").node(1, 0, "a", true);
    // The outer folded call began before the first block was written, and ends in the second.
    file.block({{2, 2000, 3000}}, 0).block({{2, 1900, 9000}, {1, 1800, 9500}}, 50000);
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", file.end().bytes());
    EXPECT_DOUBLE_EQ(rebuild(directory).nodes[1].statistics.inclusive_us, 7.1);
}

TEST(CallGraphIndex, FindsTheNodesOfCallPaths) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0).block({{2, 10, 20}, {3, 30, 40}}).end().bytes());
    const auto graph = rebuild(directory);
    const CallGraphIndex index(graph);
    Lane lane;
    lane.methods = {{"Go", "go", "int go()", "", {}, 0}, {"F", "f", "void f(int)", "", {}, 0}};
    lane.call_paths = {{CallPath::no_parent, 0, "driver", false},
                       {0, 1, "b", false},
                       {1, 1, "b", false},
                       {2, 0, "x", false}};
    std::vector<std::size_t> nodes;
    index.follow(lane, nodes);
    EXPECT_EQ(graph.component(graph.nodes.at(nodes[0])).name, "driver.go");
    EXPECT_EQ(graph.component(graph.nodes.at(nodes[1])).name, "b.f");
    EXPECT_EQ(nodes[2], Node::no_parent);
    EXPECT_EQ(nodes[3], Node::no_parent);
}

/// go calls f, which calls itself twice beyond the depth limit.
RecordFileBuilder counting_file() {
    const std::vector<TestParameter> columns{
        {1, "CPU", "counter in ns"}, {1, "FAULTS", "counter in counts"}, {1, "n", "unsigned long"}};
    RecordFileBuilder file;
    file.thread(0).method("Go", "go", "int go()", {columns[0], columns[1]});
    file.method("F", "f", "void f(unsigned long)", {columns[2], columns[0], columns[1]});
    file.node(0, 0, "driver").node(1, 1, "a").node(2, 1, "a", true);
    return file.block({{3, 13000, 14000, 0, {7, 1000, 1}},
                       {3, 12000, 15000, 0, {7, 4000, 3}},
                       {2, 11000, 16000, 0, {7, 9000, 10}},
                       {2, 17000, 18000, 0, {7, 1000, 5}},
                       {1, 10000, 20000, 0, {20000, 100}}});
}

TEST(Rebuild, AddsUpWhatInvocationsHaveCounted) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", counting_file().end().bytes());
    const auto graph = rebuild(directory);
    ASSERT_EQ(graph.counters.size(), 2U);
    EXPECT_EQ(graph.counters[0].name, "CPU");
    EXPECT_TRUE(graph.counters[0].is_time);
    EXPECT_EQ(graph.counters[1].name, "FAULTS");
    ASSERT_EQ(graph.nodes.size(), 3U);
    const auto& of_go = graph.nodes[0].statistics.counted;
    EXPECT_DOUBLE_EQ(of_go[0].inclusive, 20);
    EXPECT_DOUBLE_EQ(of_go[0].exclusive, 20 - 10);
    EXPECT_DOUBLE_EQ(of_go[1].inclusive, 100);
    EXPECT_DOUBLE_EQ(of_go[1].exclusive, 100 - 15);
    const auto& of_f = graph.nodes[1].statistics.counted;
    EXPECT_DOUBLE_EQ(of_f[0].inclusive, 10);
    EXPECT_DOUBLE_EQ(of_f[0].exclusive, 10 - 4);
    EXPECT_DOUBLE_EQ(of_f[1].exclusive, 15 - 3);
    const auto& of_folded = graph.nodes[2].statistics.counted; // nothing twice
    EXPECT_DOUBLE_EQ(of_folded[0].inclusive, 4);
    EXPECT_DOUBLE_EQ(of_folded[1].inclusive, 3);
}

TEST(Rebuild, DoesNotKnowWhatWasCountedIfRecordsAreLeftOut) {
    TemporaryDirectory directory;
    directory.write(
        "records/0-0.rec",
        counting_file().statistics({{1, 0, {10000}}, {2, 3, {5000, 1000}}}).end().bytes());
    const auto graph = rebuild(directory);
    EXPECT_TRUE(graph.counters.empty());
    EXPECT_TRUE(graph.nodes[0].statistics.counted.empty());
    for (const auto& bin : graph.bins) { // a counter is no parameter
        EXPECT_EQ(bin.parameter, bin.node == 0 ? "" : "n");
    }
}

/// Of all threads: driver.go has made 1 call of MPI and 10, a.f 2 and 20, b.f none and 30.
TEST(Rebuild, AddsUpCallsOfMpiFromRecordAndRingFiles) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0)
                                           .block({{2, 10000, 11000}})
                                           .mpi_calls({{1, 1}})
                                           .mpi_calls({{2, 2}})
                                           .end()
                                           .bytes());
    directory.write("records/0-1.rec", go_and_f(1).bytes());
    directory.write("records/0-1.ring",
                    with_mpi_calls(ring_file(0, {{2, 10000, 11000}}), {77, 10, 20, 30, 77}));
    const auto graph = rebuild(directory);
    EXPECT_TRUE(graph.knows_mpi_calls);
    EXPECT_EQ(node_named(graph, "driver.go").statistics.mpi_calls, 11U);
    EXPECT_EQ(node_named(graph, "a.f").statistics.mpi_calls, 22U);
    EXPECT_EQ(node_named(graph, "b.f").statistics.mpi_calls, 30U);
    EXPECT_EQ(graph.inclusive_mpi_calls().front(), 63U);
}

/// The process was killed between writing the end of the record file and removing the ring file.
TEST(Rebuild, CountsCallsOfMpiOnceThatAreInBothFiles) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0).mpi_calls({{2, 5}}).bytes());
    directory.write("records/0-0.ring",
                    with_mpi_calls(ring_file(0, {{2, 10000, 11000}}), {0, 0, 5, 0}));
    EXPECT_EQ(node_named(rebuild(directory), "a.f").statistics.mpi_calls, 5U);
}

TEST(Rebuild, DoesNotClaimToKnowCallsOfMpiThatOneThreadDoesNotTell) {
    const auto telling = go_and_f(0).block({{2, 10000, 11000}}).mpi_calls({{2, 2}}).end().bytes();
    const auto open = go_and_f(1).bytes();
    const auto waiting = ring_file(0, {{2, 10000, 11000}});
    struct Case {
        std::string record, ring;
    };
    for (const auto& [record, ring] :
         {Case{go_and_f(1).block({{2, 10000, 11000}}).end().bytes(), ""}, // of an older runtime
          Case{open, waiting},                                            // the same
          Case{open, with_mpi_calls(waiting, {0, 1, 2})}}) {              // more nodes than room
        TemporaryDirectory directory;
        directory.write("records/0-0.rec", telling);
        directory.write("records/0-1.rec", record);
        if (!ring.empty()) {
            directory.write("records/0-1.ring", ring);
        }
        const auto graph = rebuild(directory);
        EXPECT_FALSE(graph.knows_mpi_calls);
        EXPECT_EQ(node_named(graph, "a.f").statistics.mpi_calls, 0U);
    }
}

} // namespace
