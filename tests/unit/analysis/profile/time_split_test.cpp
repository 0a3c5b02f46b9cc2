#include <proxima/profile/time_split.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima;

// One method with 100 us of its own, 60 of them in MPI.
rundir::CallGraph exchanging(double processor_us) {
    rundir::CallGraph graph;
    graph.components.resize(1);
    graph.counters = {{"THREAD_CPU_TIME", true}, {"READY_TIME", true}};
    auto& node = graph.nodes.emplace_back();
    node.subtree_end = 1;
    node.statistics.inclusive_us = node.statistics.exclusive_us = 100;
    node.statistics.communication_us = 60;
    node.statistics.counted = {{processor_us, processor_us}, {0, 0}};
    return graph;
}

// An MPI that polls takes 60 us of the processor, one that blocks takes none.
TEST(TimeSplit, BoundsWhatAMethodWithMpiComputes) {
    const auto polling = profile::time_splits(exchanging(100)).at(0);
    EXPECT_DOUBLE_EQ(polling.least_computed_us, 40);
    EXPECT_DOUBLE_EQ(polling.computed_us, 40);
    EXPECT_EQ(polling.blocked_us(), 0);
    const auto unknown = profile::time_splits(exchanging(70)).at(0);
    EXPECT_DOUBLE_EQ(unknown.least_computed_us, 10); // of 40: the rest may have been blocked
    EXPECT_DOUBLE_EQ(unknown.computed_us, 40);
    EXPECT_FALSE(unknown.waiting_us || unknown.blocked_us());
}

// A caller computes for 30 of its 50 us, and hands over 100 us of work, of which 80 are sampled.
TEST(TimeSplit, EstimatesFromSamples) {
    rundir::CallGraph graph;
    graph.components.resize(2);
    graph.components[1].name = "handed";
    graph.nodes.resize(2);
    graph.nodes[0].subtree_end = graph.nodes[1].subtree_end = 2;
    graph.nodes[0].statistics.inclusive_us = graph.nodes[0].statistics.exclusive_us = 50;
    graph.nodes[1].component = 1;
    graph.nodes[1].parent = 0;
    auto& handed = graph.nodes[1].statistics;
    handed.inclusive_us = handed.exclusive_us = handed.elsewhere.inclusive_us = 100;
    const auto splits = profile::time_splits(graph, {30, 80}, 5);
    ASSERT_EQ(splits.size(), 2U);
    EXPECT_DOUBLE_EQ(splits[0].computed_us, 80);
    EXPECT_DOUBLE_EQ(splits[0].error_us, 20); // 16 samples of 5 us, give or take 4
    EXPECT_EQ(splits[0].waiting_us, 20);
    EXPECT_EQ(splits[1].waiting_us, 20);
    EXPECT_DOUBLE_EQ(splits[1].elsewhere_us, 80);
    EXPECT_FALSE(splits[1].ready_us);
    EXPECT_TRUE(profile::time_splits(graph, {}, 0).empty());
}

} // namespace
