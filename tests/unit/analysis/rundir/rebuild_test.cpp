// The call graph of killed runs, against numbers worked out by hand.
#include "record_file_builder.hpp"

#include <proxima/base/error.hpp>
#include <proxima/format/bytes.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

// `go` calls `f` of instance a and `f` of instance b.
RecordFileBuilder go_and_f(std::uint32_t thread) {
    RecordFileBuilder file(0, thread);
    file.thread(thread).method("Go", "go", "int go()").method("F", "f", "void f(int)");
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

// Recording had stopped: 7 invocations are in no file, and one in the buffer has an undefined node.
TEST(Rebuild, CountsInvocationsThatAreLost) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0).bytes());
    ThreadBufferBuilder buffer(0, {{2, 10000, 11000}, {4, 12000, 14000}});
    buffer.header.lost = 7;
    directory.write("records/0-0.buffer", buffer.bytes());
    ReadOutcome outcome;
    rebuild_call_graph(RunDirectory::open(directory.path()), outcome);
    EXPECT_EQ(outcome.invocations, 1U);
    EXPECT_EQ(outcome.lost, 8U);
    EXPECT_EQ(outcome.problems, std::vector<std::string>{}); // a counted loss is no damage
}

// driver.go was open on the first thread.
TEST(Rebuild, GivesOpenCallsTheTimeOfTheirChildren) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0).bytes());
    directory.write("records/0-0.buffer", ThreadBufferBuilder(0, {{2, 10000, 90000}}).bytes());
    directory.write("records/0-1.rec",
                    go_and_f(1).block({{2, 10000, 15000}, {1, 10000, 16000}}).end().bytes());
    const auto graph = rebuild(directory);
    const auto& go = node_named(graph, "driver.go").statistics;
    EXPECT_EQ(go.calls, 1U);
    EXPECT_DOUBLE_EQ(go.exclusive_us, 1);
    EXPECT_DOUBLE_EQ(go.inclusive_us, 80 + 5 + 1);
}

// Two threads, one after the other, have one buffer. Their paths do not mix.
TEST(Rebuild, KeepsThreadsApartThatShareABuffer) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0)
                                           .block({{2, 10000, 11000}, {1, 10000, 13000}})
                                           .thread(7)
                                           .block({{3, 20000, 25000}})
                                           .end()
                                           .bytes());
    ReadOutcome outcome;
    const auto graph =
        rebuild_call_graph(RunDirectory::open(directory.path()), outcome, PartsOf::threads);
    ASSERT_EQ(graph.parts.size(), 2U);
    EXPECT_EQ(graph.parts[0].thread, 0U);
    EXPECT_EQ(graph.parts[1].thread, 7U);
    EXPECT_EQ(graph.rows.size(), 4U); // go stands above the call of the other thread
    const auto first = graph.of_part(0);
    const auto second = graph.of_part(1);
    EXPECT_DOUBLE_EQ(node_named(first, "driver.go").statistics.exclusive_us, 2);
    EXPECT_DOUBLE_EQ(node_named(first, "a.f").statistics.inclusive_us, 1);
    EXPECT_DOUBLE_EQ(node_named(second, "b.f").statistics.inclusive_us, 5);
    EXPECT_EQ(node_named(second, "driver.go").statistics.calls, 0U);
    EXPECT_DOUBLE_EQ(node_named(graph, "driver.go").statistics.inclusive_us, 3 + 5);
}

// Statistics are of the buffer, whoever had it, so no call may count for two threads.
TEST(Rebuild, CountsCallsOnceInStatisticsOfASharedBuffer) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec",
                    go_and_f(0)
                        .block({{2, 10000, 11000}, {1, 10000, 13000}})
                        .thread(7)
                        .block({{3, 20000, 25000}})
                        .statistics({{1, 0, {3000}}, {2, 0, {1000}}, {3, 0, {5000}}})
                        .end()
                        .bytes());
    ReadOutcome outcome;
    const auto graph =
        rebuild_call_graph(RunDirectory::open(directory.path()), outcome, PartsOf::threads);
    EXPECT_EQ(graph.parts.size(), 1U);
    EXPECT_EQ(node_named(graph, "driver.go").statistics.calls, 1U);
    EXPECT_EQ(node_named(graph, "a.f").statistics.calls, 1U);
    EXPECT_EQ(node_named(graph, "b.f").statistics.calls, 1U);
}

// go calls f.
RecordFileBuilder counting_file() {
    const TestParameter cpu{1, "CPU", "counter in ns"};
    const TestParameter faults{1, "FAULTS", "counter in counts"};
    RecordFileBuilder file;
    file.thread(0).method("Go", "go", "int go()", {cpu, faults});
    file.method("F", "f", "void f(unsigned long)", {{1, "n", "unsigned long"}, cpu, faults});
    file.node(0, 0, "driver").node(1, 1, "a");
    return file.block({{2, 11000, 16000, 0, {7, 9000, 10}},
                       {2, 17000, 18000, 0, {7, 1000, 5}},
                       {1, 10000, 20000, 0, {20000, 100}}});
}

TEST(Rebuild, DoesNotKnowWhatWasCountedIfRecordsAreLeftOut) {
    TemporaryDirectory directory;
    const auto sampled = counting_file().statistics({{1, 0, {10000}}, {2, 3, {5000, 1000}}}).end();
    directory.write("records/0-0.rec", sampled.bytes());
    const auto graph = rebuild(directory);
    EXPECT_TRUE(graph.counters.empty());
    for (const auto& bin : graph.bins) { // a counter is no parameter
        EXPECT_EQ(bin.parameter, bin.node == 0 ? "" : "n");
    }
}

// 1000 and 3000 ns were timed, and stand for two more: the sum of these varies by 2000 ns as that
// of two calls does, and as much as their mean is unknown.
TEST(Rebuild, KnowsTheErrorOfEstimatedTimes) {
    proxima::format::Bytes untimed;
    untimed.put(std::uint32_t{2}).put(std::int32_t{3}).put(std::uint64_t{2});
    const std::string payload(untimed.data(), untimed.size());
    TemporaryDirectory directory;
    directory.write("records/0-0.rec",
                    counting_file()
                        .statistics({{1, 0, {10000}}, {2, 3, {1000, 3000, 1000, 3000}}})
                        .chunk(9, payload)
                        .end()
                        .bytes());
    const auto graph = rebuild(directory);
    EXPECT_EQ(node_named(graph, "a.f").statistics.calls, 4U);
    EXPECT_EQ(node_named(graph, "a.f").statistics.untimed_calls, 2U);
    EXPECT_DOUBLE_EQ(node_named(graph, "a.f").statistics.error_us, 2);
    EXPECT_EQ(node_named(graph, "driver.go").statistics.error_us, 0);
    EXPECT_EQ(graph.exclusive_errors_us(), (std::vector<double>{2, 2}));
}

// The process was killed between writing the end of the record file and removing the thread
// buffer.
TEST(Rebuild, CountsCallsOfMpiOnceThatAreInBothFiles) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", go_and_f(0).mpi_calls({{2, 5}}).bytes());
    directory.write("records/0-0.buffer",
                    ThreadBufferBuilder(0, {{2, 10000, 11000}}).mpi_calls({0, 0, 5, 0}).bytes());
    EXPECT_EQ(node_named(rebuild(directory), "a.f").statistics.mpi_calls, 5U);
}

TEST(MpiUse, NamesWhatIsWrongInMpiJson) {
    for (const auto* text : {"[]", R"({"routines": []})", R"({"format": 1, "routines": [1]})",
                             R"({"format": 1, "routines": [{"calls": -1}]})"}) {
        EXPECT_THROW(parse_mpi_use("mpi.json", text), proxima::base::Error) << text;
    }
}

} // namespace
