#include "call_graph.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace sample_test {
namespace {

using nlohmann::json;

std::map<int, json> rows_by_node(const json& dataframe) {
    std::map<int, json> rows;
    for (const json& row : dataframe) {
        if (!rows.emplace(row.at("node").get<int>(), row).second) {
            throw std::runtime_error("two rows for one node of a run with one rank");
        }
    }
    return rows;
}

struct Pending {
    int id;
    std::string parent_path; // empty: a root
};

// A child is listed by number and is not a root; the roots are the nodes no other node lists.
std::vector<Pending> roots_of(const json& tree) {
    std::map<int, bool> is_child;
    for (const auto& [id, node] : tree.items()) {
        is_child.try_emplace(std::stoi(id), false);
        for (const json& child : node.at("children")) {
            is_child[child.get<int>()] = true;
        }
    }
    std::vector<Pending> roots;
    for (const auto& [id, child] : is_child) {
        if (!child) {
            roots.push_back({id, ""});
        }
    }
    return roots;
}

void add_tree(const json& tree, const std::map<int, json>& rows,
              std::map<std::string, Node>& call_graph) {
    std::vector<Pending> pending = roots_of(tree);
    while (!pending.empty()) {
        const Pending current = pending.back();
        pending.pop_back();
        const json& node = tree.at(std::to_string(current.id));
        const json& row = rows.at(current.id);
        const double inclusive = row.at("time (inc)").get<double>();
        std::string path = node.at("data").at("name").get<std::string>();
        if (!current.parent_path.empty()) {
            call_graph.at(current.parent_path).children += inclusive;
            path = current.parent_path + " > " + path;
        }
        const Node added{row.at("calls").get<std::uint64_t>(), row.at("time").get<double>(),
                         inclusive, 0.0};
        if (!call_graph.emplace(path, added).second) {
            throw std::runtime_error("call path twice: " + path);
        }
        for (const json& child : node.at("children")) {
            pending.push_back({child.get<int>(), path});
        }
    }
}

} // namespace

std::map<std::string, Node> load_call_graph(const std::filesystem::path& run_directory) {
    std::ifstream file(run_directory / "callgraph.json");
    if (!file) {
        throw std::runtime_error("no callgraph.json in " + run_directory.string());
    }
    const json document = json::parse(file);
    const std::map<int, json> rows = rows_by_node(document.at("dataframe"));
    std::map<std::string, Node> call_graph;
    for (const json& tree : document.at("graph")) {
        add_tree(tree, rows, call_graph);
    }
    return call_graph;
}

std::map<std::string, std::uint64_t> calls(const std::map<std::string, Node>& call_graph) {
    std::map<std::string, std::uint64_t> calls;
    for (const auto& [path, node] : call_graph) {
        calls.emplace(path, node.calls);
    }
    return calls;
}

void expect_times_add_up(const std::map<std::string, Node>& call_graph) {
    for (const auto& [path, node] : call_graph) {
        const double rounding = 1e-6 * node.inclusive + 0.01;
        EXPECT_NEAR(node.inclusive, node.exclusive + node.children, rounding) << path;
        EXPECT_GE(node.exclusive, -rounding) << path;
    }
}

} // namespace sample_test
