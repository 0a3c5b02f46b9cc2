#include "call_graph.hpp"

#include "json.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace proxima::detail {

namespace {

constexpr std::size_t no_parent = ~std::size_t{0};

class Merger {
public:
    void add(Tree& tree) {
        std::vector<std::size_t> merged(tree.size(), no_parent);
        for (std::size_t id = 1; id < tree.size(); ++id) {
            const TreeNode& node = tree.node(id);
            const std::size_t index = find_or_add(node, merged[node.parent->id]);
            merged[id] = index;
            graph_.nodes[index].statistics.merge(node.statistics);
            graph_.nodes[index].inclusive += node.folded ? node.exclusive : node.statistics.sum;
        }
    }

    // What was still open when the run ended has not been added to its node, but its children have
    // been.
    CallGraph finish() {
        for (std::size_t i = graph_.nodes.size(); i-- > 0;) {
            CallGraphNode& node = graph_.nodes[i];
            std::uint64_t in_children = 0;
            for (const std::size_t child : node.children) {
                in_children += graph_.nodes[child].inclusive;
            }
            node.inclusive = std::max(node.inclusive, in_children);
            node.exclusive = node.inclusive - in_children;
        }
        number();
        return std::move(graph_);
    }

private:
    std::size_t find_or_add(const TreeNode& node, std::size_t parent) {
        const auto next = graph_.nodes.size();
        const auto key = std::make_tuple(parent, node.site, node.folded);
        const auto [known, is_new] = index_.try_emplace(key, next);
        if (is_new) {
            CallGraphNode& added = graph_.nodes.emplace_back();
            added.where = node.where;
            added.folded = node.folded;
            (parent == no_parent ? graph_.roots : graph_.nodes[parent].children).push_back(next);
        }
        return known->second;
    }

    void number() {
        std::uint32_t next = 0;
        std::vector<std::size_t> open(graph_.roots.rbegin(), graph_.roots.rend());
        while (!open.empty()) {
            CallGraphNode& node = graph_.nodes[open.back()];
            open.pop_back();
            node.id = next++;
            open.insert(open.end(), node.children.rbegin(), node.children.rend());
        }
    }

    CallGraph graph_;
    std::map<std::tuple<std::size_t, Site, bool>, std::size_t> index_;
};

std::string display_name(const CallGraphNode& node) {
    const MethodInfo& method = *node.where->method;
    const std::string types = method.overloaded ? method.parameter_types : std::string();
    return *node.where->instance + "." + method.name + types;
}

void write_node(JsonWriter& json, const CallGraph& graph, const CallGraphNode& node) {
    const MethodInfo& method = *node.where->method;
    json.new_line().key(std::to_string(node.id)).begin_object();
    json.key("data").begin_object();
    json.member("name", display_name(node)).member("type", "component");
    json.member("port", method.port).member("instance", *node.where->instance);
    json.member("method", method.name).member("signature", method.signature);
    json.member("folded", node.folded).end_object();
    json.key("children").begin_array();
    for (const std::size_t child : node.children) {
        json.value(graph.nodes[child].id);
    }
    json.end_array().end_object();
}

void write_tree(JsonWriter& json, const CallGraph& graph, std::size_t root) {
    json.new_line().begin_object();
    std::vector<std::size_t> open{root};
    while (!open.empty()) {
        const CallGraphNode& node = graph.nodes[open.back()];
        open.pop_back();
        write_node(json, graph, node);
        open.insert(open.end(), node.children.rbegin(), node.children.rend());
    }
    json.end_object();
}

void write_row(JsonWriter& json, const CallGraphNode& node, double ticks_per_second) {
    const auto microseconds = [=](double ticks) { return ticks * 1e6 / ticks_per_second; };
    const auto time = [=](std::uint64_t ticks) { return microseconds(static_cast<double>(ticks)); };
    const Statistics& statistics = node.statistics;
    const std::uint64_t communication = std::min(statistics.communication, node.inclusive);
    json.new_line().begin_object();
    json.member("node", node.id).member("rank", 0).member("name", display_name(node));
    json.member("calls", statistics.calls);
    json.member("time", time(node.exclusive)).member("time (inc)", time(node.inclusive));
    json.member("communication", time(communication));
    json.member("computation", time(node.inclusive - communication));
    json.member("min", time(statistics.calls == 0 ? 0 : statistics.minimum));
    json.member("max", time(statistics.maximum));
    json.member("mean", microseconds(statistics.mean()));
    json.member("stddev", microseconds(statistics.deviation()));
    json.end_object();
}

std::vector<const CallGraphNode*> in_order(const CallGraph& graph) {
    std::vector<const CallGraphNode*> nodes(graph.nodes.size());
    for (const CallGraphNode& node : graph.nodes) {
        nodes[node.id] = &node;
    }
    return nodes;
}

} // namespace

CallGraph merge(const std::vector<Tree*>& trees) {
    Merger merger;
    for (Tree* const tree : trees) {
        merger.add(*tree);
    }
    return merger.finish();
}

std::string call_graph_json(const std::vector<Tree*>& trees, double ticks_per_second) {
    const CallGraph graph = merge(trees);
    JsonWriter json;
    json.begin_object().key("proxima").begin_object();
    json.member("format", 1).member("run", "run.json").member("complete", true).end_object();
    json.new_line().key("graph").begin_array();
    for (const std::size_t root : graph.roots) {
        write_tree(json, graph, root);
    }
    json.end_array();
    json.new_line().key("dataframe_indices").begin_array().value("node").value("rank").end_array();
    json.new_line().key("dataframe").begin_array();
    for (const CallGraphNode* const node : in_order(graph)) {
        write_row(json, *node, ticks_per_second);
    }
    json.end_array();
    json.new_line().key("exclusive_metrics").begin_array().value("time").end_array();
    json.new_line().key("inclusive_metrics").begin_array();
    json.value("time (inc)").value("communication").value("computation").end_array();
    json.end_object().new_line();
    return json.text();
}

} // namespace proxima::detail
