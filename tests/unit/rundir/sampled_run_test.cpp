// Runs in which not every invocation was recorded, against numbers worked out by hand.
#include "record_file_builder.hpp"

#include <proxima/format/bins.hpp>
#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

#include <map>
#include <tuple>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

/// `f(n)` of instance a, called by `go`.
RecordFileBuilder go_and_f() {
    RecordFileBuilder file;
    file.thread(0).method("Go", "go", "int go()");
    file.method("F", "f", "void f(int)", {{0, "n", "int"}});
    return file.node(0, 0, "driver").node(1, 1, "a");
}

struct Collected : RecordVisitor {
    std::map<std::pair<std::size_t, int>, BinStatistics> bins;

    void records(const Thread&, const Record*, std::size_t) override {}
    void statistics(const Thread&, const BinStatistics* first, std::size_t count) override {
        for (const auto* bin = first; bin != first + count; ++bin) {
            EXPECT_TRUE(bins.emplace(std::pair{bin->call_path, bin->bin}, *bin).second);
        }
    }
};

ReadOutcome read(const TemporaryDirectory& directory, Collected& collected) {
    return read_records(RunDirectory::open(directory.path()), collected);
}

TEST(SampledRun, StatisticsStandForWhatIsNotRecorded) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec",
                    go_and_f()
                        .block({{2, 10000, 11000, 0, {5}}})
                        .statistics({{2, 3, {1000, 2000}, 100}, {2, 4, {6000}}, {1, 0, {20000}}})
                        .end()
                        .bytes());
    ReadOutcome outcome;
    const auto graph = rebuild_call_graph(RunDirectory::open(directory.path()), outcome);
    EXPECT_EQ(outcome.problems, std::vector<std::string>{});
    EXPECT_EQ(outcome.records, 1U);
    EXPECT_EQ(outcome.invocations, 4U);
    ASSERT_EQ(graph.nodes.size(), 2U);
    const auto& f = graph.nodes[1].statistics;
    EXPECT_EQ(f.calls, 3U);
    EXPECT_DOUBLE_EQ(f.inclusive_us, 9);
    EXPECT_DOUBLE_EQ(f.mean_us, 3);
    EXPECT_NEAR(f.stddev_us, 2.160246899469287, 1e-12); // sqrt(14/3)
    EXPECT_DOUBLE_EQ(f.min_us, 1);
    EXPECT_DOUBLE_EQ(f.max_us, 6);
    EXPECT_DOUBLE_EQ(f.communication_us, 0.1);
    EXPECT_DOUBLE_EQ(graph.nodes[0].statistics.exclusive_us, 11);
    ASSERT_EQ(graph.bins.size(), 3U);
    EXPECT_EQ(graph.bins[1].node, 1U);
    EXPECT_EQ(graph.bins[1].parameter, "n");
    EXPECT_EQ(graph.bins[1].durations.calls(), 2U);
    EXPECT_NEAR(graph.bins[1].durations.sum_of_squares_ns2(), 5e6, 1e-3);
}

TestBin bin(std::vector<std::uint64_t> durations) {
    return {2, 3, std::move(durations), 0};
}

// Killed at any moment: a batch counts when it is committed, and until then its invocations do.
TEST(SampledRun, ABatchCountsOnce) {
    struct Case {
        const char* moment;
        std::uint64_t new_slot; // the number in it
        std::uint64_t batches;
        std::uint64_t batch; // of the columns
        bool columns_empty;
        std::uint64_t calls;
    };
    for (const Case& moment :
         {Case{"before", 0, 1, 2, false, 3}, Case{"written, not committed", 2, 1, 2, false, 3},
          Case{"committed", 2, 2, 2, false, 3}, Case{"emptied", 2, 2, 2, true, 3},
          Case{"after", 2, 2, 3, true, 3}, Case{"the next ones", 2, 2, 3, false, 4}}) {
        const std::vector<TestInvocation> waiting{{2, 10000, 14000, 0, {5}}};
        TemporaryDirectory directory;
        directory.write("records/0-0.rec", go_and_f().bytes());
        directory.write(
            "records/0-0.buffer",
            ThreadBufferBuilder(0, moment.columns_empty ? std::vector<TestInvocation>{} : waiting)
                .statistics({{{moment.new_slot, bin({1000, 2000, 4000})}, {1, bin({1000, 2000})}}},
                            moment.batches, moment.batch)
                .bytes());
        Collected collected;
        const auto outcome = read(directory, collected);
        EXPECT_EQ(outcome.problems, std::vector<std::string>{}) << moment.moment;
        EXPECT_EQ(outcome.invocations, moment.calls) << moment.moment;
        const auto& durations = collected.bins.at({1, 3}).durations;
        EXPECT_EQ(durations.calls(), moment.calls) << moment.moment;
        EXPECT_DOUBLE_EQ(durations.total_ns(), moment.calls == 4 ? 11000 : 7000) << moment.moment;
        EXPECT_DOUBLE_EQ(durations.max_ns(), 4000) << moment.moment;
    }
}

TEST(BinText, SaysWhichValues) {
    Parameter number;
    Parameter real;
    real.type = ParameterType::real;
    Parameter truth;
    truth.type = ParameterType::boolean;
    Parameter mode;
    mode.type = ParameterType::enumeration;
    mode.constants = {{"fast", 2}};
    const std::tuple<const Parameter*, int, const char*> cases[] = {
        {&number, 0, "0"},
        {&number, 1, "1"},
        {&number, 5, "16..31"},
        {&number, -5, "-16..-31"},
        {&number, 64, "9223372036854775808..18446744073709551615"},
        {&number, proxima::format::other_values, "other"},
        {nullptr, 0, "any"},
        {&real, proxima::format::bin_of(ParameterType::real, 0x3FF0000000000000), "1..2"},
        {&real, -63, "-0.5..-1"},
        {&truth, 1, "true"},
        {&mode, 2, "fast"},
        {&mode, 3, "3"}};
    for (const auto& [parameter, bin, text] : cases) {
        EXPECT_EQ(bin_text(parameter, bin), text);
    }
}

} // namespace
