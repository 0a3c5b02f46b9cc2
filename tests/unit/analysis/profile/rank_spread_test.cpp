// Spreads of ranks, with counts and times that are known.
#include <proxima/profile/rank_spread.hpp>
#include <proxima/profile/whole_time.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima;
using rundir::RunPart;

rundir::PartRow row_of(std::size_t part, double computation_us) {
    rundir::PartRow row{0, part, {}};
    row.statistics.computation_us = computation_us;
    return row;
}

// A node that ranks 0 and 1 compute for 10 and 20 us.
rundir::CallGraph graph_of_two_ranks() {
    rundir::CallGraph graph;
    graph.nodes.resize(1);
    graph.nodes[0].subtree_end = 1;
    graph.nodes[0].statistics.inclusive_us = graph.nodes[0].statistics.exclusive_us = 30;
    graph.parts = {RunPart{0}, RunPart{1}};
    graph.rows = {row_of(0, 10), row_of(1, 20)};
    return graph;
}

TEST(RankSpread, ComparesTheMostWithTheMean) {
    const auto spreads = profile::rank_spreads(graph_of_two_ranks());
    ASSERT_EQ(spreads.size(), 1U);
    EXPECT_DOUBLE_EQ(spreads[0].least_us, 10);
    EXPECT_DOUBLE_EQ(spreads[0].most_us, 20);
    EXPECT_DOUBLE_EQ(spreads[0].imbalance(), 20 / 15.0 - 1);
}

TEST(RankSpread, CountsRanksThatCallNothing) {
    auto graph = graph_of_two_ranks();
    graph.parts.push_back(RunPart{2});
    const auto spreads = profile::rank_spreads(graph);
    EXPECT_DOUBLE_EQ(spreads.at(0).least_us, 0);
    EXPECT_DOUBLE_EQ(spreads.at(0).imbalance(), 1); // 20 against a mean of 10
}

TEST(RankSpread, KnowsTheExtremesOfRanksWithoutRows) {
    auto graph = graph_of_two_ranks();
    graph.parts.insert(graph.parts.begin(), RunPart{RunPart::other_ranks});
    graph.rows = {row_of(0, 70), row_of(1, 10), row_of(2, 20)};
    graph.others = {{2, 5, 65, 3}}; // two ranks, of which rank 3 computes 65 us
    const auto spreads = profile::rank_spreads(graph);
    EXPECT_EQ(profile::ranks_of(graph), 4U);
    EXPECT_DOUBLE_EQ(spreads.at(0).least_us, 5);
    EXPECT_DOUBLE_EQ(spreads.at(0).most_us, 65);
    EXPECT_DOUBLE_EQ(spreads.at(0).mean_us, 25);
}

TEST(WholeTime, IsThatOfTheCallsIfNothingElseIsKnown) {
    const auto whole = profile::whole_time({}, graph_of_two_ranks(), {});
    EXPECT_DOUBLE_EQ(whole.us, 30);
    EXPECT_EQ(whole.text(15), "50.0%");
    EXPECT_EQ(whole.text(30, 4), "100%") << "of calls, whoever made them";
    EXPECT_EQ(profile::WholeTime().text(1), "-");
}

TEST(WholeTime, IsThatOfTheThreadsThatSpentAPart) {
    const profile::WholeTime whole{200, "of run", 2, 8}; // two ranks of four threads
    EXPECT_DOUBLE_EQ(whole.share(100), 0.5);
    EXPECT_DOUBLE_EQ(whole.share(100, 1), 0.5) << "of each rank";
    EXPECT_DOUBLE_EQ(whole.share(200, 4), 0.5);
    EXPECT_DOUBLE_EQ(whole.share(500, 2), 1) << "two threads had not the time";
    EXPECT_DOUBLE_EQ(whole.share(500, 20), 0.625) << "there are eight";
}

} // namespace
