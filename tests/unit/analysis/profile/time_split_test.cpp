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
    const auto unknown = profile::time_splits(exchanging(70)).at(0);
    EXPECT_DOUBLE_EQ(unknown.least_computed_us, 10); // of 40: the rest may have been blocked
    EXPECT_DOUBLE_EQ(unknown.computed_us, 40);
    EXPECT_FALSE(unknown.waiting_us || unknown.blocked_us());
}

} // namespace
