#include "report/perturbation.hpp"

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
constexpr CallCost cost_with_mpi{0.03, 0.01, 0.05, 0.02};

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

/// What is added is all that the measured times have too much.
void expect_true_times_when_taken_out(const std::vector<TrueNode>& nodes, const CallCost& call) {
    const auto truth = graph_of(nodes, {});
    const auto measured = graph_of(nodes, call);
    const auto added = perturbations(measured, call);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto& expected = truth.nodes[i].statistics;
        const auto& found = measured.nodes[i].statistics;
        EXPECT_NEAR(found.inclusive_us - added[i].inclusive_us, expected.inclusive_us, 1e-9) << i;
        EXPECT_NEAR(found.exclusive_us - added[i].exclusive_us, expected.exclusive_us, 1e-9) << i;
        EXPECT_NEAR(found.communication_us - added[i].communication_us, expected.communication_us,
                    1e-9)
            << i;
    }
}

TEST(Perturbation, TakenOutLeavesTheTrueTimes) {
    expect_true_times_when_taken_out(workload, cost);
    expect_true_times_when_taken_out(workload_with_mpi, cost_with_mpi);
}

} // namespace
