// The call graph of a run: the merged trees of all threads, then of all ranks. Made for a million
// nodes: it stores names once.
#pragma once

#include "tree/tree.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/format/bytes.hpp>
#include <proxima/format/column.hpp>
#include <proxima/format/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace proxima::detail {

// The name for display: "instance.method", with types where it is overloaded.
std::string display_name(const CallSiteInfo& where);

// A method of an instance; many nodes share it.
struct Callee {
    std::string name; // name for display
    std::string port;
    std::string instance;
    std::string method;
    std::string signature; // tells overloads apart
    format::BindingNames binding;
    std::string parameter; // parameter of the bins; empty without one
    format::ColumnType parameter_type{};

    friend bool operator<(const Callee& left, const Callee& right) noexcept {
        const auto identity = [](const Callee& callee) {
            return std::tie(callee.port, callee.instance, callee.method, callee.signature,
                            callee.binding);
        };
        return identity(left) < identity(right);
    }
};

// Tables are sorted by a unique key, which begins with the node. Times are in microseconds, because
// the clocks of ranks differ.

// The computation of a node on one rank after another, or on one thread: how evenly it is spread.
struct ComputationSpread {
    std::uint32_t parts = 0; // ranks or threads that have called the node
    std::int32_t most_rank = 0;
    std::uint32_t most_thread = 0; // number of its files
    double least = 0;
    double most = 0;

    void merge(const ComputationSpread& other) noexcept;
};

// The calls of a node that did work which the caller had handed over: the caller's time does not
// contain theirs.
struct CallsElsewhere {
    std::uint64_t calls = 0;
    double inclusive = 0;
    double communication = 0;

    void add(const CallsElsewhere& other) noexcept;
};

// A node on one rank, or on all ranks without rows of their own (-1).
struct NodeRow {
    std::uint32_t node = 0;
    std::int32_t rank = 0;
    format::Distribution calls; // distribution of inclusive times
    double exclusive = 0;
    double inclusive = 0;
    double communication = 0;
    CallsElsewhere elsewhere;
    std::uint64_t mpi_calls = 0; // without those of callees
    std::uint64_t untimed = 0;   // calls whose times are estimated
    double variance = 0;         // of the inclusive time, from the estimate
    ComputationSpread spread;
    ComputationSpread threads;

    auto key() const noexcept { return std::tuple(node, rank); }
    void add(const NodeRow& other) noexcept;
};

// The counts of one counter on a node and rank; 0 where it was not read.
struct CounterRow {
    std::uint32_t node = 0;
    std::int32_t rank = 0;
    std::uint64_t counter = 0; // index in RankGraph::counters()
    double exclusive = 0;
    double inclusive = 0;

    auto key() const noexcept { return std::tuple(node, rank, counter); }
    void add(const CounterRow& other) noexcept;
};

// A bin of the node's first parameter, over all ranks.
struct BinRow {
    std::uint32_t node = 0;
    std::int32_t bin = 0;
    std::uint64_t calls = 0;
    double sum = 0;
    double squares = 0; // sum of squared times
    double minimum = 0;
    double maximum = 0;
    std::uint64_t untimed = 0; // calls whose times are estimated

    auto key() const noexcept { return std::tuple(node, bin); }
    void add(const BinRow& other) noexcept;
};

// A rank, and the number of ranks with rows of their own.
struct RankPlace {
    std::int32_t rank = 0;
    std::int32_t rows = 1;
};

class RankGraph {
public:
    static constexpr std::uint32_t no_parent = ~std::uint32_t{0};

    struct Node {
        std::uint32_t parent; // a smaller index; no_parent for a root
        std::uint32_t callee;
    };

    RankGraph() = default;
    // The trees of the threads, by the number of their files; null: the thread is left out.
    RankGraph(const std::vector<Tree*>& trees, RankPlace place, double ticks_per_second,
              std::vector<CounterInfo> counters = {});
    RankGraph(RankGraph&&) = default;
    RankGraph& operator=(RankGraph&&) = default;
    RankGraph(const RankGraph&) = delete;
    RankGraph& operator=(const RankGraph&) = delete;
    ~RankGraph() = default;

    void merge(const RankGraph& other);

    void put(format::Bytes& bytes) const;
    // Reads what put() has written in another process. Throws std::runtime_error if it ends early.
    static RankGraph get(format::ByteReader& bytes);

    const std::vector<Node>& nodes() const noexcept { return nodes_; }
    const Callee& callee(std::uint32_t node) const { return *callees_[nodes_[node].callee]; }
    const std::vector<CounterInfo>& counters() const noexcept { return counters_; }
    const std::vector<NodeRow>& rows() const noexcept { return rows_; }
    const std::vector<CounterRow>& counted() const noexcept { return counted_; }
    const std::vector<BinRow>& bins() const noexcept { return bins_; }

private:
    class RankSums;

    std::uint32_t find_or_add(const Callee& callee);
    std::uint32_t find_or_add(Node node); // its parent must exist
    void merge_counters(const RankGraph& other, const std::vector<std::uint32_t>& nodes);
    // Sorts the tables, and merges rows of one key.
    void add_up();

    std::map<Callee, std::uint32_t> callee_numbers_;
    std::vector<const Callee*> callees_; // callees by number
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::uint32_t> node_numbers_; // keyed by parent and callee
    std::vector<CounterInfo> counters_;
    std::vector<NodeRow> rows_;
    std::vector<CounterRow> counted_;
    std::vector<BinRow> bins_;
};

// Writes callgraph.json.
void put_json(format::JsonWriter& json, const RankGraph& graph);

} // namespace proxima::detail
