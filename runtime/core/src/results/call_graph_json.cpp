// callgraph.json; see FORMAT.md.
#include "results/rank_graph.hpp"
#include "text/json.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace proxima::detail {

namespace {

// The nodes in the order in which they are numbered: parents before children, siblings together.
class Preorder {
public:
    explicit Preorder(const RankGraph& graph) : graph_(&graph), ids_(graph.nodes().size()) {
        for (const std::size_t root : graph.roots()) {
            trees_.push_back(add_tree(root));
        }
    }

    // One for each root: the nodes of its tree.
    const std::vector<std::vector<std::size_t>>& trees() const noexcept { return trees_; }
    const RankNode& node(std::size_t index) const noexcept { return graph_->nodes()[index]; }
    std::uint32_t id(std::size_t index) const noexcept { return ids_[index]; }
    const std::vector<CounterInfo>& counters() const noexcept { return graph_->counters(); }

private:
    std::vector<std::size_t> add_tree(std::size_t root) {
        std::vector<std::size_t> tree;
        std::vector<std::size_t> open{root};
        while (!open.empty()) {
            const std::size_t index = open.back();
            open.pop_back();
            ids_[index] = next_++;
            tree.push_back(index);
            const auto& children = node(index).children;
            open.insert(open.end(), children.rbegin(), children.rend());
        }
        return tree;
    }

    const RankGraph* graph_;
    std::vector<std::uint32_t> ids_;
    std::uint32_t next_ = 0;
    std::vector<std::vector<std::size_t>> trees_;
};

void write_binding(JsonWriter& json, const RankNode& node) {
    json.key("binding").begin_object();
    json.member("user", node.binding.user).member("uses port", node.binding.uses_port);
    json.member("provider", node.instance).member("provides port", node.binding.provides_port);
    json.end_object();
}

void write_node(JsonWriter& json, const Preorder& order, std::size_t index) {
    const RankNode& node = order.node(index);
    json.new_line().key(std::to_string(order.id(index))).begin_object();
    json.key("data").begin_object();
    json.member("name", node.name).member("type", "component");
    json.member("port", node.port).member("instance", node.instance);
    json.member("method", node.method).member("signature", node.signature);
    if (!node.binding.empty()) {
        write_binding(json, node);
    }
    json.end_object();
    json.key("children").begin_array();
    for (const std::size_t child : node.children) {
        json.value(order.id(child));
    }
    json.end_array().end_object();
}

std::string inclusive_name(const CounterInfo& counter) {
    return counter.name + " (inc)";
}

void write_row(JsonWriter& json, std::uint32_t id, const std::string& name, std::int32_t rank,
               const NodeRow& row, const std::vector<CounterInfo>& counters,
               const CounterRow& counted) {
    json.new_line().begin_object();
    json.member("node", id).member("rank", rank).member("name", name);
    json.member("calls", row.calls).member("time", row.exclusive);
    json.member("time (inc)", row.inclusive).member("communication", row.communication);
    json.member("computation", row.inclusive - row.communication);
    json.member("mpi calls", row.mpi_calls);
    json.member("min", row.minimum).member("max", row.maximum);
    json.member("mean", row.mean).member("stddev", row.deviation);
    for (std::size_t i = 0; i < counters.size(); ++i) {
        const CounterSums sums = i < counted.size() ? counted[i] : CounterSums();
        json.key(counters[i].name).value(sums.exclusive);
        json.key(inclusive_name(counters[i])).value(sums.inclusive);
    }
    json.end_object();
}

void write_rows(JsonWriter& json, const Preorder& order, std::size_t index) {
    const RankNode& node = order.node(index);
    for (const auto& [rank, row] : node.rows) {
        const auto counted = node.counted.find(rank);
        write_row(json, order.id(index), node.name, rank, row, order.counters(),
                  counted == node.counted.end() ? CounterRow() : counted->second);
    }
}

void write_spread(JsonWriter& json, const char* name, const Spread& spread, std::uint64_t ranks) {
    const double deviation = std::sqrt(spread.squares / static_cast<double>(ranks));
    json.key(name).begin_object();
    json.member("min", spread.minimum).member("min rank", spread.minimum_rank);
    json.member("max", spread.maximum).member("max rank", spread.maximum_rank);
    json.member("mean", spread.mean).member("stddev", deviation).end_object();
}

void write_spreads(JsonWriter& json, const Preorder& order, std::size_t index) {
    const RankNode& node = order.node(index);
    json.new_line().begin_object();
    json.member("node", order.id(index)).member("ranks", node.ranks);
    write_spread(json, "calls", node.calls, node.ranks);
    write_spread(json, "time (inc)", node.inclusive, node.ranks);
    write_spread(json, "communication", node.communication, node.ranks);
    json.end_object();
}

constexpr std::array<const char*, 6> type_names{"integer", "unsigned",    "real",
                                                "boolean", "enumeration", "text"};

void write_bins(JsonWriter& json, const Preorder& order, std::size_t index) {
    const RankNode& node = order.node(index);
    for (const auto& [bin, row] : node.bins) {
        json.new_line().begin_object().member("node", order.id(index));
        json.key("parameter");
        node.parameter.empty() ? json.null() : json.value(node.parameter);
        if (!node.parameter.empty()) {
            json.member("type", type_names.at(static_cast<std::size_t>(node.parameter_type)));
        }
        json.member("bin", bin).member("calls", row.calls).member("sum", row.sum);
        json.member("sum of squares", row.squares);
        json.member("min", row.minimum).member("max", row.maximum).end_object();
    }
}

void write_counters(JsonWriter& json, const std::vector<CounterInfo>& counters) {
    if (counters.empty()) {
        return;
    }
    json.new_line().key("counters").begin_array();
    for (const CounterInfo& counter : counters) {
        json.begin_object().member("name", counter.name);
        json.member("unit", counter.is_time ? "us" : "count").end_object();
    }
    json.end_array();
}

bool has_bins(const RankGraph& graph) noexcept {
    const auto& nodes = graph.nodes();
    return std::any_of(nodes.begin(), nodes.end(),
                       [](const RankNode& node) { return !node.bins.empty(); });
}

template <class Write>
void write_nodes(JsonWriter& json, const Preorder& order, Write write) {
    for (const auto& tree : order.trees()) {
        for (const std::size_t index : tree) {
            write(json, order, index);
        }
    }
}

} // namespace

std::string call_graph_json(const RankGraph& graph, int size) {
    const Preorder order(graph);
    JsonWriter json;
    json.begin_object().key("proxima").begin_object();
    json.member("format", 1).member("run", "run.json").member("complete", true).end_object();
    json.new_line().key("graph").begin_array();
    for (const auto& tree : order.trees()) {
        json.new_line().begin_object();
        for (const std::size_t index : tree) {
            write_node(json, order, index);
        }
        json.end_object();
    }
    json.end_array();
    json.new_line().key("dataframe_indices").begin_array().value("node").value("rank").end_array();
    json.new_line().key("dataframe").begin_array();
    write_nodes(json, order, write_rows);
    json.end_array();
    json.new_line().key("exclusive_metrics").begin_array();
    json.value("time").value("mpi calls");
    for (const CounterInfo& counter : graph.counters()) {
        json.value(counter.name);
    }
    json.end_array();
    json.new_line().key("inclusive_metrics").begin_array();
    json.value("time (inc)").value("communication").value("computation");
    for (const CounterInfo& counter : graph.counters()) {
        json.value(inclusive_name(counter));
    }
    json.end_array();
    write_counters(json, graph.counters());
    if (has_bins(graph)) {
        json.new_line().key("bins").begin_array();
        write_nodes(json, order, write_bins);
        json.end_array();
    }
    if (size > 1) {
        json.new_line().key("over_ranks").begin_array();
        write_nodes(json, order, write_spreads);
        json.end_array();
    }
    json.end_object().new_line();
    return json.text();
}

} // namespace proxima::detail
