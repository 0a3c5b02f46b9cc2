#include "ranks/rank_graph.hpp"
#include "tree/call_graph.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace {

using namespace proxima::detail;

// Of one rank, where one tick is a microsecond.
std::string text_of(const std::vector<Tree*>& trees) {
    return call_graph_json(RankGraph(merge(trees), 0, 1, 1e6), 1);
}

class CallGraphTest : public testing::Test {
protected:
    CallGraphTest() {
        for (const char* const name : {"go", "compute", "random"}) {
            MethodInfo& method = methods_.emplace_back();
            method.port = "ns::" + std::string(name);
            method.name = name;
            places_.push_back({&method, &instance_});
        }
    }

    TreeNode& child(Tree& tree, TreeNode& parent, proxima::Site site, bool folded = false) {
        TreeNode& made = tree.make_child(parent, site, places_.at(site), folded);
        Tree::link(made);
        return made;
    }

    nlohmann::json json(const std::vector<Tree*>& trees) {
        return nlohmann::json::parse(text_of(trees));
    }

    static const nlohmann::json& row(const nlohmann::json& graph, const std::string& name) {
        for (const auto& row : graph["dataframe"]) {
            if (row["name"] == name) {
                return row;
            }
        }
        throw std::runtime_error("no row " + name);
    }

    std::string instance_ = "i";
    std::deque<MethodInfo> methods_;
    std::deque<SiteInfo> places_;
};

TEST_F(CallGraphTest, OfNothingIsEmpty) {
    Tree tree(nullptr);
    const auto graph = json({&tree});
    EXPECT_TRUE(graph["graph"].empty());
    EXPECT_TRUE(graph["dataframe"].empty());
}

TEST_F(CallGraphTest, HasTheShapeThatHatchetReads) {
    Tree tree(nullptr);
    TreeNode& go = child(tree, tree.root(), 0);
    go.statistics.add(10, 0);
    TreeNode& compute = child(tree, go, 1);
    compute.statistics.add(4, 1);
    compute.statistics.add(2, 0);
    child(tree, tree.root(), 2).statistics.add(7, 0);
    const auto graph = json({&tree});
    ASSERT_EQ(graph["graph"].size(), 2U); // one object for each root
    EXPECT_EQ(graph["graph"][0]["0"]["children"], nlohmann::json::array({1}));
    EXPECT_EQ(graph["graph"][0]["1"]["data"]["name"], "i.compute");
    EXPECT_EQ(graph["graph"][0]["0"]["data"]["type"], "component");
    EXPECT_EQ(graph["graph"][1]["2"]["children"], nlohmann::json::array());
    EXPECT_EQ(graph["dataframe_indices"], nlohmann::json::array({"node", "rank"}));
    const auto& computed = row(graph, "i.compute");
    EXPECT_EQ(computed["calls"], 2);
    EXPECT_EQ(computed["time (inc)"], 6.0);
    EXPECT_EQ(computed["communication"], 1.0);
    EXPECT_EQ(computed["computation"], 5.0);
    EXPECT_EQ(computed["mean"], 3.0);
    EXPECT_EQ(computed["stddev"], 1.0);
    EXPECT_EQ(row(graph, "i.go")["time"], 4.0);
}

TEST_F(CallGraphTest, ThreadsMergeByPath) {
    Tree first(nullptr);
    child(first, child(first, first.root(), 0), 1).statistics.add(4, 0);
    Tree second(nullptr);
    child(second, second.root(), 1).statistics.add(100, 0); // the same method on another path
    child(second, child(second, second.root(), 0), 1).statistics.add(8, 0);
    const CallGraph graph = merge({&first, &second});
    ASSERT_EQ(graph.nodes.size(), 3U);
    EXPECT_EQ(graph.roots.size(), 2U);
    EXPECT_EQ(graph.nodes[1].statistics.sum, 12U);
}

TEST_F(CallGraphTest, OpenCallsHaveTheTimeOfTheirChildren) {
    Tree tree(nullptr);
    TreeNode& go = child(tree, tree.root(), 0);
    child(tree, go, 1).statistics.add(5, 0);
    const auto graph = json({&tree});
    EXPECT_EQ(row(graph, "i.go")["calls"], 0);
    EXPECT_EQ(row(graph, "i.go")["time (inc)"], 5.0);
    EXPECT_EQ(row(graph, "i.go")["time"], 0.0);
    EXPECT_EQ(row(graph, "i.go")["min"], 0.0);
}

TEST_F(CallGraphTest, FoldedNodesCountTheirOwnTimeOnce) {
    Tree tree(nullptr);
    TreeNode& go = child(tree, tree.root(), 0);
    go.statistics.add(10, 0);
    TreeNode& folded = child(tree, go, 0, true);
    folded.statistics.add(6, 0); // contains the next
    folded.statistics.add(4, 0);
    folded.exclusive = 6;
    const CallGraph graph = merge({&tree});
    EXPECT_EQ(graph.nodes[1].inclusive, 6U);
    EXPECT_EQ(graph.nodes[0].exclusive, 4U);
}

TEST_F(CallGraphTest, OverloadsAreToldApartByTheirTypes) {
    methods_[0].overloaded = true;
    methods_[0].parameter_types = "(int, double)";
    Tree tree(nullptr);
    child(tree, tree.root(), 0);
    EXPECT_EQ(json({&tree})["dataframe"][0]["name"], "i.go(int, double)");
}

TEST_F(CallGraphTest, ADeepTreeNeedsNoDeepStack) {
    Tree tree(nullptr);
    TreeNode* node = &tree.root();
    constexpr int depth = 100'000;
    for (int i = 0; i < depth; ++i) {
        node = &child(tree, *node, 0);
        node->statistics.add(static_cast<std::uint64_t>(depth - i), 0);
    }
    const CallGraph graph = merge({&tree});
    std::set<std::uint32_t> ids;
    for (const CallGraphNode& merged : graph.nodes) {
        ids.insert(merged.id);
        EXPECT_EQ(merged.exclusive, 1U);
    }
    EXPECT_EQ(ids.size(), static_cast<std::size_t>(depth));
    EXPECT_FALSE(text_of({&tree}).empty());
}

} // namespace
