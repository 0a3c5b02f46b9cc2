#include "report/node/perturbation.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::cli;
using proxima::rundir::CallGraph;

/// A tree whose true times are known: what each node does itself, in microseconds a call, and what
/// its calls of MPI take.
struct TrueNode {
    std::size_t parent;
    std::uint64_t calls;
    double own_us;
    std::uint64_t mpi_calls = 0;
    double mpi_us = 0; // each
};

constexpr std::size_t none = proxima::rundir::Node::no_parent;
constexpr CallCost cost{0.03, 0.01};
constexpr CallCost cost_with_mpi{0.03, 0.01, 0, 0.05, 0.02};

const std::vector<TrueNode> workload{
    {none, 1, 100}, {0, 1000, 0.5}, {1, 5000, 0.02}, {0, 10, 3}, {none, 7, 1}};

const std::vector<TrueNode> workload_with_mpi{{none, 1, 100, 20, 4},
                                              {0, 1000, 0.5},
                                              {1, 5000, 0.02, 10000, 0.1},
                                              {0, 10, 3, 30, 2},
                                              {none, 7, 1}};

/// The graph as it would be without measuring, or with calls that cost what they are known to.
CallGraph graph_of(const std::vector<TrueNode>& nodes, const CallCost& call) {
    CallGraph graph;
    graph.components.resize(1);
    graph.nodes.resize(nodes.size());
    for (auto i = nodes.size(); i-- > 0;) {
        auto& times = graph.nodes[i].statistics;
        const auto calls = static_cast<double>(nodes[i].calls);
        graph.nodes[i].parent = nodes[i].parent;
        times.calls = nodes[i].calls;
        const auto mpi_calls = static_cast<double>(nodes[i].mpi_calls);
        times.mpi_calls = nodes[i].mpi_calls;
        times.exclusive_us += calls * (nodes[i].own_us + call.inside_us);
        times.exclusive_us += mpi_calls * (nodes[i].mpi_us + call.mpi_us);
        times.communication_us += mpi_calls * (nodes[i].mpi_us + call.mpi_inside_us);
        times.inclusive_us += times.exclusive_us;
        times.computation_us = times.inclusive_us - times.communication_us;
        times.min_us = times.mean_us = times.max_us = times.inclusive_us / calls;
        if (nodes[i].parent != none) {
            auto& parent = graph.nodes[nodes[i].parent].statistics;
            parent.inclusive_us += times.inclusive_us;
            parent.communication_us += times.communication_us;
            parent.exclusive_us += calls * (call.whole_us - call.inside_us);
        }
    }
    return graph;
}

void expect_true_times_when_taken_out(const std::vector<TrueNode>& nodes, const CallCost& call) {
    const auto truth = graph_of(nodes, {});
    auto measured = graph_of(nodes, call);
    compensate(measured, perturbations(measured, call));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto& expected = truth.nodes[i].statistics;
        const auto& found = measured.nodes[i].statistics;
        EXPECT_NEAR(found.inclusive_us, expected.inclusive_us, 1e-9) << i;
        EXPECT_NEAR(found.exclusive_us, expected.exclusive_us, 1e-9) << i;
        EXPECT_NEAR(found.computation_us, expected.computation_us, 1e-9) << i;
        EXPECT_NEAR(found.communication_us, expected.communication_us, 1e-9) << i;
        EXPECT_NEAR(found.mean_us, expected.mean_us, 1e-9) << i;
    }
}

TEST(Perturbation, TakenOutLeavesTheTrueTimes) {
    expect_true_times_when_taken_out(workload, cost);
    expect_true_times_when_taken_out(workload_with_mpi, cost_with_mpi);
}

TEST(Perturbation, OfCallsOfMpiIsTheirNodesAndOfAllAbove) {
    const auto added = perturbations(graph_of(workload_with_mpi, cost_with_mpi), cost_with_mpi);
    EXPECT_NEAR(added[2].exclusive_us, 5000 * 0.01 + 10000 * 0.05, 1e-9);
    EXPECT_NEAR(added[2].communication_us, 10000 * 0.02, 1e-9);
    EXPECT_NEAR(added[1].exclusive_us, 1000 * 0.01 + 5000 * 0.02, 1e-9);
    EXPECT_NEAR(added[1].inclusive_us, 1000 * 0.01 + 5000 * 0.03 + 10000 * 0.05, 1e-9);
    EXPECT_NEAR(added[1].communication_us, 10000 * 0.02, 1e-9);
    EXPECT_NEAR(added[0].exclusive_us, 1 * 0.01 + (1000 + 10) * 0.02 + 20 * 0.05, 1e-9);
    EXPECT_NEAR(added[0].inclusive_us,
                1 * 0.01 + (1000 + 5000 + 10) * 0.03 + (20 + 10000 + 30) * 0.05, 1e-9);
    EXPECT_NEAR(added[0].communication_us, (20 + 10000 + 30) * 0.02, 1e-9);
    EXPECT_NEAR(added[4].communication_us, 0, 1e-9);
}

TEST(Perturbation, OfCallsOfMpiIsLackingWhereTheyAreNotKnown) {
    proxima::rundir::RunInfo info;
    auto graph = graph_of(workload, cost);
    EXPECT_FALSE(lacks_mpi_perturbation(info, graph)); // MPI is not measured
    info.mpi_call_ns = 50;
    EXPECT_TRUE(lacks_mpi_perturbation(info, graph));
    graph.knows_mpi_calls = true;
    EXPECT_FALSE(lacks_mpi_perturbation(info, graph));
    EXPECT_FALSE(lacks_mpi_perturbation(info, {})); // there are no nodes
}

TEST(Perturbation, OfMpiCallsLiesInsideOnlyAsFarAsItIs) {
    proxima::rundir::RunInfo info;
    info.mpi_call_ns = 50;
    info.inside_mpi_call_ns = 20;
    EXPECT_DOUBLE_EQ(call_cost(info).mpi_us, 0.05);
    EXPECT_DOUBLE_EQ(call_cost(info).mpi_inside_us, 0.02);
    info.inside_mpi_call_ns = 60;
    EXPECT_DOUBLE_EQ(call_cost(info).mpi_inside_us, 0.05);
}

// Nothing overlaps: 30 ns, of which 10 inside; most overlaps: 4 ns, of which 2.
proxima::rundir::RunInfo run_with_ends() {
    proxima::rundir::RunInfo info;
    info.records = 1;
    info.recorded_call_ns = 30;
    info.inside_call_ns = 10;
    info.overlapped_call_ns = 4;
    info.inside_overlapped_call_ns = 2;
    return info;
}

TEST(Perturbation, IsEstimatedInTheMiddleOfBothEnds) {
    const auto info = run_with_ends();
    EXPECT_DOUBLE_EQ(most_call_cost(info).whole_us, 0.030);
    EXPECT_DOUBLE_EQ(least_call_cost(info).whole_us, 0.004);
    EXPECT_DOUBLE_EQ(call_cost(info).whole_us, 0.017);
    EXPECT_DOUBLE_EQ(call_cost(info).inside_us, 0.006);
}

TEST(Perturbation, EndsDoNotCrossWhateverTheMachineHasMeasured) {
    auto info = run_with_ends();
    info.overlapped_call_ns = 40;
    info.inside_overlapped_call_ns = 35;
    EXPECT_DOUBLE_EQ(least_call_cost(info).whole_us, 0.030);
    EXPECT_DOUBLE_EQ(least_call_cost(info).inside_us, 0.010);
}

TEST(Perturbation, OfCountersDoesNotOverlapWithAnything) {
    auto info = run_with_ends();
    info.read_counters_ns = 200;
    EXPECT_DOUBLE_EQ(most_call_cost(info).whole_us, 0.430);
    EXPECT_DOUBLE_EQ(least_call_cost(info).whole_us, 0.404);
    EXPECT_DOUBLE_EQ(least_call_cost(info).inside_us, 0.002);
    info.inside_overlapped_call_ns = 6; // more than all of it
    EXPECT_DOUBLE_EQ(least_call_cost(info).inside_us, 0.004);
}

/// One call of 100 us, which calls 2000 times what takes `callee_us` in all, as measured.
CallGraph caller_and_callee(double callee_us) {
    CallGraph graph;
    graph.components.resize(1);
    graph.nodes.resize(2);
    auto& caller = graph.nodes[0];
    caller.parent = none;
    caller.statistics.calls = 1;
    caller.statistics.inclusive_us = 100;
    caller.statistics.exclusive_us = 100 - callee_us;
    auto& callee = graph.nodes[1];
    callee.parent = 0;
    callee.statistics.calls = 2000;
    callee.statistics.inclusive_us = callee.statistics.exclusive_us = callee_us;
    return graph;
}

// Of the callee 2000 * 2 to 2000 * 10 ns, of the caller 2 + 2000 * 2 to 10 + 2000 * 20 ns.
TEST(Perturbation, SaysByHowMuchCompensationCanBeWrong) {
    const auto found = compensation(caller_and_callee(50), run_with_ends());
    EXPECT_NEAR(found.us, 2000 * 0.006 + 0.006 + 2000 * 0.011, 1e-9);
    EXPECT_NEAR(found.uncertain_us, 2000 * 0.013 + 0.004, 1e-9);
}

// The callee is the part of the caller that is within its calls.
TEST(Perturbation, SaysByHowMuchEachNodeCanBeWrong) {
    const auto found = compensation(caller_and_callee(50), run_with_ends());
    ASSERT_EQ(found.uncertain.size(), 2U);
    EXPECT_NEAR(found.uncertain[1].inclusive_us, 2000 * 0.004, 1e-9);
    EXPECT_NEAR(found.uncertain[1].exclusive_us, 2000 * 0.004, 1e-9);
    EXPECT_NEAR(found.uncertain[0].exclusive_us, 0.004 + 2000 * 0.009, 1e-9);
    EXPECT_NEAR(found.uncertain[0].inclusive_us, 0.004 + 2000 * 0.013, 1e-9);
}

// Of the callee's 15 us at most 15 can be the measurement's, at least 4, and 12 are taken out.
TEST(Perturbation, OfANodeIsNoMoreUncertainThanItsTimeAllows) {
    const auto found = compensation(caller_and_callee(15), run_with_ends());
    EXPECT_NEAR(found.uncertain[1].inclusive_us, 12 - 4, 1e-9);
}

// The callee's 12 us would be more than it has.
TEST(Perturbation, TakesNoMoreThanANodesOwnTime) {
    auto graph = caller_and_callee(5);
    const auto added = limited(graph, perturbations(graph, call_cost(run_with_ends())));
    EXPECT_DOUBLE_EQ(added[1].exclusive_us, 5);
    EXPECT_NEAR(added[0].inclusive_us, 5 + 0.006 + 2000 * 0.011, 1e-9);
    compensate(graph, added);
    EXPECT_DOUBLE_EQ(graph.nodes[1].statistics.inclusive_us, 0);
    EXPECT_NEAR(graph.nodes[0].statistics.inclusive_us, 95 - 0.006 - 2000 * 0.011, 1e-9);
}

TEST(Perturbation, IsThatOfAllCallsBelow) {
    const auto added = perturbations(graph_of(workload, cost), cost);
    EXPECT_NEAR(added[2].inclusive_us, 5000 * 0.01, 1e-9);
    EXPECT_NEAR(added[1].inclusive_us, 1000 * 0.01 + 5000 * 0.03, 1e-9);
    EXPECT_NEAR(added[0].inclusive_us, 1 * 0.01 + (1000 + 5000 + 10) * 0.03, 1e-9);
    EXPECT_NEAR(added[0].exclusive_us, 1 * 0.01 + (1000 + 10) * 0.02, 1e-9);
}

TEST(Perturbation, OfATimerItsCallerAlsoWaitsForTheCounters) {
    CallCost reading = cost;
    reading.timer_us = 0.4;
    auto graph = graph_of(workload, cost);
    graph.components.resize(2);
    graph.components[1].port = "proxima::measurement::Timer";
    graph.nodes[2].component = 1;
    const auto added = perturbations(graph, reading);
    EXPECT_NEAR(added[2].inclusive_us, 5000 * 0.01, 1e-9);
    EXPECT_NEAR(added[1].exclusive_us, 1000 * 0.01 + 5000 * (0.02 + 0.4), 1e-9);
    EXPECT_NEAR(added[0].inclusive_us, 1 * 0.01 + (1000 + 5000 + 10) * 0.03 + 5000 * 0.4, 1e-9);
    EXPECT_NEAR(cost_of_calls_us(graph, reading), (1 + 1000 + 5000 + 10 + 7) * 0.03 + 5000 * 0.4,
                1e-9);
}

TEST(Perturbation, OfCallsHasTwoReadingsOfCountersOfTimersTwoMore) {
    proxima::rundir::RunInfo info;
    info.recorded_call_ns = 30;
    info.inside_call_ns = 10;
    info.read_counters_ns = 200;
    info.records = 1;
    const CallCost found = most_call_cost(info);
    EXPECT_DOUBLE_EQ(found.whole_us, 0.03 + 0.4);
    EXPECT_DOUBLE_EQ(found.inside_us, 0.01); // they are read outside
    EXPECT_DOUBLE_EQ(found.timer_us, 0.4);
}

TEST(Perturbation, OfMpiIsThatOfAllItsCalls) {
    proxima::rundir::RunInfo info;
    info.mpi_call_ns = 25;
    info.duration_us = 1000;
    proxima::rundir::MpiUse use;
    use.size = 4;
    use.routines.resize(2);
    use.routines[0].calls = 3000;
    use.routines[1].calls = 1000;
    const auto added = mpi_perturbation(info, use);
    ASSERT_TRUE(added);
    EXPECT_EQ(added->calls, 4000U);
    EXPECT_DOUBLE_EQ(added->call_us, 0.025);
    EXPECT_DOUBLE_EQ(added->total_us, 100);
    EXPECT_DOUBLE_EQ(added->share, 100.0 / 4000);
}

TEST(Perturbation, OfMpiIsNotStatedWhereItIsNotKnown) {
    EXPECT_FALSE(mpi_perturbation({}, proxima::rundir::MpiUse()));
    proxima::rundir::RunInfo info;
    info.mpi_call_ns = 25;
    EXPECT_FALSE(mpi_perturbation(info, std::nullopt));
}

TEST(Perturbation, NeverMakesTimesNegative) {
    auto graph = graph_of(workload, {});
    compensate(graph, perturbations(graph, {1000, 500}));
    for (const auto& node : graph.nodes) {
        EXPECT_GE(node.statistics.inclusive_us, 0);
        EXPECT_GE(node.statistics.exclusive_us, 0);
        EXPECT_GE(node.statistics.min_us, 0);
    }
}

} // namespace
