// The call graph of several ranks, in microseconds, since their clocks may tick differently.
#pragma once

#include "results/call_graph.hpp"
#include "results/rank_counters.hpp"

#include <proxima/format/bytes.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace proxima::detail {

// What is kept of a node: of one rank, or of all ranks that have no row of their own.
struct NodeRow {
    std::uint64_t calls = 0;
    double exclusive = 0;
    double inclusive = 0;
    double communication = 0;
    std::uint64_t mpi_calls = 0; // made by itself
    double minimum = 0;          // this and what follows: of the inclusive time of one call
    double maximum = 0;
    double mean = 0;
    double deviation = 0;
};

// How the ranks differ in a number.
struct Spread {
    double minimum = 0;
    double maximum = 0;
    double mean = 0;
    double squares = 0; // of the distances from the mean
    std::int32_t minimum_rank = 0;
    std::int32_t maximum_rank = 0;
};

// What is kept of a bin of a node: of all ranks.
struct BinRow {
    std::uint64_t calls = 0;
    double sum = 0;     // microseconds
    double squares = 0; // sum of the squares, microseconds squared
    double minimum = 0;
    double maximum = 0;
};

struct RankNode {
    std::string name; // for display
    std::string port;
    std::string instance;
    std::string method;
    std::string signature;
    BindingInfo binding;
    std::uint64_t parent = 0; // of a root: no_parent
    std::vector<std::size_t> children;
    std::map<std::int32_t, NodeRow> rows;
    std::map<std::int32_t, CounterRow> counted; // for each row, if there are counters
    std::string parameter;                      // that the bins are of; empty if there is none
    format::ColumnType parameter_type{};        // the same
    std::map<std::int32_t, BinRow> bins;        // empty where all invocations are recorded
    std::uint64_t ranks = 0;                    // that have the node; the spreads are over them
    Spread calls;
    Spread inclusive;
    Spread communication;
};

class RankGraph {
public:
    static constexpr std::uint64_t no_parent = ~std::uint64_t{0};
    static constexpr std::int32_t other_ranks = -1; // those without a row of their own

    RankGraph() = default;
    // Of one rank; `rows` is the number of ranks that have rows of their own.
    RankGraph(const CallGraph& graph, std::int32_t rank, std::int32_t rows, double ticks_per_second,
              std::vector<CounterInfo> counters = {});

    void merge(const RankGraph& other);

    void put(format::Bytes& bytes) const;
    // Throws std::runtime_error.
    static RankGraph get(format::ByteReader& bytes);

    const std::vector<RankNode>& nodes() const noexcept { return nodes_; }
    const std::vector<std::size_t>& roots() const noexcept { return roots_; }
    const std::vector<CounterInfo>& counters() const noexcept { return counters_; }

private:
    // Signatures tell overloads apart.
    using Key =
        std::tuple<std::uint64_t, std::string, std::string, std::string, std::string, BindingInfo>;

    // The node, made if it is not there; its parent is.
    RankNode& find_or_add(const RankNode& identity, std::uint64_t parent);

    std::vector<RankNode> nodes_; // parents before children
    std::vector<std::size_t> roots_;
    std::vector<CounterInfo> counters_;
    std::map<Key, std::size_t> index_;
};

// The text of callgraph.json for `size` ranks.
std::string call_graph_json(const RankGraph& graph, int size);

} // namespace proxima::detail
