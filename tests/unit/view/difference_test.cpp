// What two runs differ in, beside values worked out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <view/difference.hpp>

namespace {

using proxima::rundir::CallGraph;
using proxima::rundir::Node;
using proxima::view::differences;
using proxima::view::NodeDifference;

std::size_t add(CallGraph& graph, std::size_t parent, const std::string& name, std::uint64_t calls,
                double mean_us, double stddev_us) {
    Node node;
    node.component = graph.components.size();
    node.parent = parent;
    node.statistics.calls = calls;
    node.statistics.mean_us = mean_us;
    node.statistics.inclusive_us = mean_us * static_cast<double>(calls);
    node.statistics.stddev_us = stddev_us;
    graph.components.push_back({name, name, "Port", "run", "void run()"});
    graph.nodes.push_back(node);
    return graph.nodes.size() - 1;
}

TEST(Difference, HasWelchsInterval) {
    CallGraph before;
    CallGraph after;
    add(before, Node::no_parent, "a", 10, 100, 3);
    add(after, Node::no_parent, "a", 10, 110, 3);
    const auto made = differences(before, after);
    ASSERT_EQ(made.size(), 1U);
    EXPECT_DOUBLE_EQ(made[0].change_us, 100);
    EXPECT_DOUBLE_EQ(made[0].call_change_us, 10);
    // Each mean has variance 9 / 9; Student's quantile of 0.975 with 18 degrees is 2.10092.
    EXPECT_NEAR(made[0].call_error_us, 2.10092 * std::sqrt(2.0), 1e-4);
}

TEST(Difference, OfOneCallIsNeverCertain) {
    CallGraph before;
    CallGraph after;
    add(before, Node::no_parent, "a", 1, 100, 0);
    add(after, Node::no_parent, "a", 1, 300, 0);
    EXPECT_TRUE(std::isinf(differences(before, after)[0].call_error_us));
}

TEST(Difference, FollowsPathsWhereverTheyStand) {
    CallGraph before;
    CallGraph after;
    const auto old_root = add(before, Node::no_parent, "driver", 2, 100, 1);
    add(before, old_root, "gone", 2, 10, 1);
    add(before, old_root, "flux", 2, 20, 1);
    const auto new_root = add(after, Node::no_parent, "driver", 2, 100, 1);
    const auto flux = add(after, new_root, "flux", 2, 30, 1);
    add(after, flux, "gone", 2, 5, 1); // below another caller: another path
    const auto made = differences(before, after);
    ASSERT_EQ(made.size(), 4U);
    EXPECT_EQ(made[1].after, NodeDifference::none);
    EXPECT_DOUBLE_EQ(made[1].change_us, -20);
    EXPECT_EQ(made[2].after, flux);
    EXPECT_DOUBLE_EQ(made[2].change_us, 20);
    EXPECT_EQ(made[3].before, NodeDifference::none);
    EXPECT_EQ(made[3].after, 2U);
}

} // namespace
