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
            RegisteredMethod& method = methods_.emplace_back();
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
    std::deque<RegisteredMethod> methods_;
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

} // namespace
