#include "results/call_graph.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <deque>

namespace {

using namespace proxima::detail;

nlohmann::json json_of(const CallGraph& graph) {
    proxima::format::JsonWriter json;
    put_json(json, graph);
    return nlohmann::json::parse(json.text());
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

    TreeNode& child(Tree& tree, TreeNode& parent, proxima::CallSite site) {
        TreeNode& made = tree.make_child(parent, site, places_.at(site));
        Tree::link(made);
        return made;
    }

    std::string instance_ = "i";
    std::deque<MethodInfo> methods_;
    std::deque<CallSiteInfo> places_;
};

TEST_F(CallGraphTest, ADeepTreeNeedsNoDeepStack) {
    Tree tree(nullptr, nullptr);
    TreeNode* node = &tree.root();
    constexpr int depth = 100'000;
    for (int i = 0; i < depth; ++i) {
        node = &child(tree, *node, 0);
        node->statistics.add(static_cast<std::uint64_t>(depth - i), 0);
    }
    const CallGraph graph({&tree}, {}, 1e6);
    ASSERT_EQ(graph.rows().size(), static_cast<std::size_t>(depth));
    for (const NodeRow& row : graph.rows()) {
        EXPECT_EQ(row.exclusive, 1.0);
    }
    EXPECT_EQ(json_of(graph)["dataframe"].size(), graph.rows().size());
}

// What one rank is told of by others: bytes.
CallGraph sent(const CallGraph& graph) {
    proxima::format::Bytes bytes;
    graph.put(bytes);
    proxima::format::ByteReader reader(std::string_view(bytes.data(), bytes.size()));
    return CallGraph::get(reader);
}

// 1,024 ranks, merged in logarithmic depth, each with its time: the first 64 have rows.
TEST_F(CallGraphTest, RanksMergeInAnyOrderOfPairs) {
    constexpr std::int32_t ranks = 1024;
    std::vector<CallGraph> graphs;
    for (std::int32_t rank = 0; rank < ranks; ++rank) {
        Tree tree(nullptr, nullptr);
        TreeNode& first = child(tree, tree.root(), rank % 2 == 0 ? 0 : 1);
        first.statistics.add(static_cast<std::uint64_t>(rank) + 1, 0);
        child(tree, first, 2).statistics.add(1, 1);
        graphs.emplace_back(std::vector<Tree*>{&tree}, RankPlace{rank, 64}, 1e6);
    }
    for (std::size_t step = 1; step < graphs.size(); step *= 2) {
        for (std::size_t i = 0; i + step < graphs.size(); i += 2 * step) {
            graphs[i].merge(sent(graphs[i + step]));
        }
    }
    const auto graph = json_of(graphs[0]);
    EXPECT_EQ(graph["graph"].size(), 2U);
    ASSERT_EQ(graph["dataframe"].size(), 4U * 33); // 32 ranks have each node, and the others
    EXPECT_EQ(graph["dataframe"][0]["rank"], -1);
    EXPECT_EQ(graph["dataframe"][0]["calls"], 512 - 32);
    EXPECT_EQ(graph["dataframe"][1]["rank"], 0);
    EXPECT_EQ(graph["dataframe"][1]["time (inc)"], 1.0);
}

} // namespace
