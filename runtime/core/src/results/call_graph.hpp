// The call graph of a run: the trees of all threads merged, and then those of all ranks. Made for a
// million nodes: names are kept once, and what nodes have lies in tables.
#pragma once

#include "results/call_graph_rows.hpp"
#include "tree/tree.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/format/bytes.hpp>
#include <proxima/format/column.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace proxima::detail {

// What is called, wherever it is called from: many nodes have the same.
struct Callee {
    std::string name; // for display
    std::string port;
    std::string instance;
    std::string method;
    std::string signature; // tells overloads apart
    format::Binding binding;
    std::string parameter; // that the bins are of; empty if there is none
    format::ColumnType parameter_type{};
};

// Which rank of how many, of whose first `rows` ones each has rows of its own.
struct RankPlace {
    std::int32_t rank = 0;
    std::int32_t ranks = 1;
    std::int32_t rows = 1;
};

class CallGraph {
public:
    static constexpr std::uint32_t no_parent = ~std::uint32_t{0};

    struct Node {
        std::uint32_t parent; // comes before it; of a root: no_parent
        std::uint32_t callee;
    };

    CallGraph() = default;
    CallGraph(const std::vector<Tree*>& trees, RankPlace place, double ticks_per_second,
              std::vector<CounterInfo> counters = {});

    void merge(const CallGraph& other);

    void put(format::Bytes& bytes) const;
    // What put() has made, in another process of the job. Throws std::runtime_error where it ends
    // too early.
    static CallGraph get(format::ByteReader& bytes);

    const std::vector<Node>& nodes() const noexcept { return nodes_; }
    const Callee& callee(std::uint32_t node) const { return callees_[nodes_[node].callee]; }
    const std::vector<CounterInfo>& counters() const noexcept { return counters_; }
    const std::vector<NodeRow>& rows() const noexcept { return rows_; }
    const std::vector<CounterRow>& counted() const noexcept { return counted_; }
    const std::vector<BinRow>& bins() const noexcept { return bins_; }
    const std::vector<SpreadRow>& spreads() const noexcept { return spreads_; }

private:
    class RankSums;

    std::uint32_t find_or_add(const Callee& callee);
    std::uint32_t find_or_add(Node node); // its parent is there
    std::size_t slot_of(Node node) const noexcept;
    void grow_slots();
    void merge_counters(const CallGraph& other, const std::vector<std::uint32_t>& nodes);
    // Sorts the tables, and adds up what has one key.
    void add_up();

    std::vector<Callee> callees_;
    std::unordered_multimap<std::size_t, std::uint32_t> callees_by_hash_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> slots_; // hash table of the nodes: their numbers from 1
    std::vector<CounterInfo> counters_;
    std::vector<NodeRow> rows_;
    std::vector<CounterRow> counted_;
    std::vector<BinRow> bins_;
    std::vector<SpreadRow> spreads_;
};

// The text of callgraph.json.
std::string call_graph_json(const CallGraph& graph);
// Writes it bit by bit, since it may be longer than there is memory. Returns an errno value; after
// an error there is no new file.
int write_call_graph(const CallGraph& graph, const std::string& path);

} // namespace proxima::detail
