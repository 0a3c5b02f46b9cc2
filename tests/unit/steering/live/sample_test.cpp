// Work of a process, from call graphs that are written by hand.
#include <proxima/live/sample.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima;

rundir::Node node_of(std::size_t component, std::size_t parent, std::uint64_t calls,
                     double inclusive_us, double exclusive_us) {
    rundir::Node node;
    node.component = component;
    node.parent = parent;
    node.statistics.calls = calls;
    node.statistics.inclusive_us = inclusive_us;
    node.statistics.exclusive_us = exclusive_us;
    node.statistics.mean_us = inclusive_us / static_cast<double>(calls);
    return node;
}

// f calls itself, and g.
rundir::CallGraph recursive_graph() {
    rundir::CallGraph graph;
    graph.components = {{"f", "f", "", "f", "", {}}, {"g", "g", "", "g", "", {}}};
    graph.nodes = {node_of(0, rundir::Node::no_parent, 1, 100, 10), node_of(0, 0, 3, 90, 30),
                   node_of(1, 1, 6, 60, 60)};
    return graph;
}

TEST(LiveSample, CountsTheTimeOfRecursiveCallsOnce) {
    const auto methods = live::methods_of(recursive_graph());
    EXPECT_EQ(methods.at("f").calls, 4U);
    EXPECT_DOUBLE_EQ(methods.at("f").inclusive_us, 100);
    EXPECT_DOUBLE_EQ(methods.at("f").exclusive_us, 40);
    EXPECT_DOUBLE_EQ(methods.at("f").sum_us, 190);
    EXPECT_DOUBLE_EQ(methods.at("g").mean_us(), 10);
}

TEST(LiveSample, HasTheWorkBetweenTwoLooks) {
    live::LiveSample before;
    before.elapsed_us = 200;
    before.threads = 1;
    before.methods = live::methods_of(recursive_graph());
    auto now = before;
    now.elapsed_us = 300;
    now.methods["g"].calls = 16;
    now.methods["g"].exclusive_us = 110;
    now.methods["h"].calls = 1;
    const auto work = now - before;
    EXPECT_EQ(work.methods.at("f").calls, 0U);
    EXPECT_EQ(work.methods.at("g").calls, 10U);
    EXPECT_EQ(work.methods.at("h").calls, 1U);
    EXPECT_DOUBLE_EQ(work.share(work.methods.at("g").exclusive_us, 1), 0.5) << "50 us of 100";
    EXPECT_DOUBLE_EQ(work.share(100, 4), 0.25) << "of the time of four threads";
}

// A call of two seconds ends in one of two looks, a second apart.
TEST(LiveSample, SharesOfLongCallsNeedLongLooks) {
    live::LiveSample now;
    now.elapsed_us = 20e6;
    now.threads = 1;
    now.methods["long"] = {10, 20e6, 20e6, 20e6, 0, {}};
    now.methods["short"] = {10, 1, 1, 1, 0, {}};
    EXPECT_DOUBLE_EQ(now.needed_us(), 10e6);
    auto second = now;
    second.elapsed_us = 1e6;
    EXPECT_DOUBLE_EQ(second.share(2e6, 1), 1) << "no share is above the whole";
}

TEST(LiveSample, ComparesTheSlowestRankWithTheMean) {
    live::LiveActivity activity;
    activity.computed_us = {{0, 10}, {1, 30}};
    EXPECT_DOUBLE_EQ(activity.imbalance(2), 0.5);
    EXPECT_DOUBLE_EQ(activity.imbalance(4), 2); // two ranks have not called it
    EXPECT_DOUBLE_EQ(activity.imbalance(1), 0);
}

} // namespace
