// Writes callgraph.json; see FORMAT.md.
#include "results/call_graph.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::detail {
namespace {

// Numbers the nodes: parents before children, and each tree by itself.
class FileOrder {
public:
    explicit FileOrder(const RankGraph& graph)
        : nodes_(graph.nodes().size()), ids_(nodes_.size()), first_child_(nodes_.size(), none),
          next_sibling_(nodes_.size(), none) {
        std::vector<std::uint32_t> roots(nodes_.size());
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
            const std::uint32_t parent = graph.nodes()[node].parent;
            nodes_[node] = node;
            roots[node] = parent == none ? node : roots[parent];
        }
        std::stable_sort(
            nodes_.begin(), nodes_.end(),
            [&](std::uint32_t left, std::uint32_t right) { return roots[left] < roots[right]; });
        for (auto id = static_cast<std::uint32_t>(nodes_.size()); id-- > 0;) {
            const std::uint32_t node = nodes_[id];
            const std::uint32_t parent = graph.nodes()[node].parent;
            ids_[node] = id;
            if (parent != none) {
                next_sibling_[node] = std::exchange(first_child_[parent], node);
            }
        }
    }

    const std::vector<std::uint32_t>& nodes() const noexcept { return nodes_; }
    std::uint32_t id(std::uint32_t node) const noexcept { return ids_[node]; }

    template <class Action>
    void for_each_child(std::uint32_t node, Action action) const {
        for (std::uint32_t child = first_child_[node]; child != none;
             child = next_sibling_[child]) {
            action(child);
        }
    }

private:
    static constexpr std::uint32_t none = RankGraph::no_parent;

    std::vector<std::uint32_t> nodes_;
    std::vector<std::uint32_t> ids_;
    std::vector<std::uint32_t> first_child_;
    std::vector<std::uint32_t> next_sibling_;
};

using format::JsonWriter;

class Writer {
public:
    Writer(JsonWriter& json, const RankGraph& graph) : json_(json), graph_(graph), order_(graph) {}

    void write() {
        json_.begin_object().key("proxima").begin_object();
        json_.member("format", 1).member("run", "run.json").member("complete", true).end_object();
        write_counters(); // before the rows that have them
        write_trees();
        json_.new_line().key("dataframe_indices").begin_array().value("node").value("rank");
        json_.end_array();
        write_table("dataframe", graph_.rows(), &Writer::write_row);
        write_metrics("exclusive_metrics", {"time", "mpi calls"}, "");
        write_metrics("inclusive_metrics", {"time (inc)", "communication", "computation"},
                      " (inc)");
        if (!graph_.bins().empty()) {
            write_table("bins", graph_.bins(), &Writer::write_bin);
        }
        json_.end_object().new_line();
    }

private:
    void write_trees() {
        json_.new_line().key("graph").begin_array();
        bool is_first = true;
        for (const std::uint32_t node : order_.nodes()) {
            if (graph_.nodes()[node].parent == RankGraph::no_parent) {
                is_first ? json_ : json_.end_object();
                json_.new_line().begin_object();
                is_first = false;
            }
            write_node(node);
        }
        is_first ? json_ : json_.end_object();
        json_.end_array();
    }

    void write_node(std::uint32_t node) {
        const Callee& callee = graph_.callee(node);
        json_.new_line().key(std::to_string(order_.id(node))).begin_object();
        json_.key("data").begin_object();
        json_.member("name", callee.name).member("type", "component");
        json_.member("port", callee.port).member("instance", callee.instance);
        json_.member("method", callee.method).member("signature", callee.signature);
        if (!callee.binding.empty()) {
            json_.member("user", callee.binding.user);
            json_.member("uses port", callee.binding.uses_port);
            json_.member("provides port", callee.binding.provides_port);
        }
        json_.end_object().key("children").begin_array();
        order_.for_each_child(node, [&](std::uint32_t child) { json_.value(order_.id(child)); });
        json_.end_array().end_object();
    }

    // The rows of each node, in the order of the nodes.
    template <class Row>
    void write_table(const char* name, const std::vector<Row>& rows,
                     void (Writer::*write_row)(const Row&)) {
        json_.new_line().key(name).begin_array();
        for (const std::uint32_t node : order_.nodes()) {
            for (auto row = first_row(rows, node); row != rows.end() && row->node == node; ++row) {
                json_.new_line().begin_object().member("node", order_.id(node));
                (this->*write_row)(*row);
                json_.end_object();
            }
        }
        json_.end_array();
    }

    template <class Row>
    static auto first_row(const std::vector<Row>& rows, std::uint32_t node) {
        return std::lower_bound(
            rows.begin(), rows.end(), node,
            [](const Row& row, std::uint32_t wanted) { return row.node < wanted; });
    }

    void write_row(const NodeRow& row) {
        json_.member("rank", row.rank).member("name", graph_.callee(row.node).name);
        json_.member("calls", row.calls.moments.count);
        json_.member("time", std::min(row.exclusive, row.inclusive)); // but for rounding
        json_.member("time (inc)", row.inclusive).member("communication", row.communication);
        json_.member("computation", row.inclusive - row.communication);
        json_.member("mpi calls", row.mpi_calls);
        if (row.elsewhere.inclusive > 0) {
            json_.member("time elsewhere", row.elsewhere.inclusive);
            json_.member("calls elsewhere", row.elsewhere.calls);
            json_.member("communication elsewhere", row.elsewhere.communication);
        }
        if (row.untimed != 0) {
            json_.member("untimed calls", row.untimed);
            json_.member("time error", std::sqrt(row.variance));
        }
        if (row.rank < 0) {
            json_.member("ranks", row.spread.parts).member("least computation", row.spread.least);
            json_.member("most computation", row.spread.most);
            json_.member("rank of most", row.spread.most_rank);
        }
        if (row.threads.parts > 1 || row.threads.most_thread != 0) {
            json_.member("threads", row.threads.parts);
            json_.member("least thread computation", row.threads.least);
            json_.member("most thread computation", row.threads.most);
            json_.member("rank of most thread", row.threads.most_rank);
            json_.member("thread of most", row.threads.most_thread);
        }
        const bool any = row.calls.moments.count != 0;
        json_.member("min", any ? row.calls.minimum : 0.0);
        json_.member("max", any ? row.calls.maximum : 0.0);
        json_.member("mean", row.calls.moments.mean).member("stddev", row.calls.deviation());
        auto counted = graph_.counted().empty() ? graph_.counted().end()
                                                : first_row(graph_.counted(), row.node);
        while (counted != graph_.counted().end() && counted->node == row.node &&
               counted->rank < row.rank) {
            ++counted;
        }
        for (std::size_t i = 0; i < graph_.counters().size(); ++i) {
            const bool has_counted = counted != graph_.counted().end() &&
                                     counted->key() == std::tuple(row.node, row.rank, i);
            const std::string& name = graph_.counters()[i].name;
            json_.member(name, has_counted ? counted->exclusive : 0.0);
            json_.member(name + " (inc)", has_counted ? counted->inclusive : 0.0);
            counted += has_counted ? 1 : 0;
        }
    }

    void write_metrics(const char* name, std::initializer_list<const char*> metrics,
                       const char* end_of_counters) {
        json_.new_line().key(name).begin_array();
        for (const char* const metric : metrics) {
            json_.value(metric);
        }
        for (const CounterInfo& counter : graph_.counters()) {
            json_.value(counter.name + end_of_counters);
        }
        json_.end_array();
    }

    void write_counters() {
        if (graph_.counters().empty()) {
            return;
        }
        json_.new_line().key("counters").begin_array();
        for (const CounterInfo& counter : graph_.counters()) {
            json_.begin_object().member("name", counter.name);
            json_.member("unit", counter.is_time ? "us" : "count").end_object();
        }
        json_.end_array();
    }

    void write_bin(const BinRow& row) {
        const Callee& callee = graph_.callee(row.node);
        json_.key("parameter");
        callee.parameter.empty() ? json_.null() : json_.value(callee.parameter);
        if (!callee.parameter.empty()) {
            json_.member("type", format::column_type_names.at(
                                     static_cast<std::size_t>(callee.parameter_type)));
        }
        json_.member("bin", row.bin).member("calls", row.calls).member("sum", row.sum);
        json_.member("sum of squares", row.squares);
        json_.member("min", row.minimum).member("max", row.maximum);
        if (row.untimed != 0) {
            json_.member("untimed calls", row.untimed);
        }
    }

    JsonWriter& json_;
    const RankGraph& graph_;
    FileOrder order_;
};

} // namespace

void put_json(JsonWriter& json, const RankGraph& graph) {
    Writer(json, graph).write();
}

} // namespace proxima::detail
