// Call graphs as bytes, which ranks send to each other.
#include "results/call_graph.hpp"

#include <array>

namespace proxima::detail {
namespace {

template <class Row>
void put_rows(format::Bytes& bytes, const std::vector<Row>& rows) {
    bytes.put(static_cast<std::uint64_t>(rows.size()));
    for (const Row& row : rows) {
        bytes.put(row);
    }
}

template <class Row>
std::vector<Row> get_rows(format::ByteReader& bytes) {
    std::vector<Row> rows(bytes.get_count(sizeof(Row)));
    for (Row& row : rows) {
        bytes.get(row);
    }
    return rows;
}

// Texts of a callee in the order of serialization.
template <class SomeCallee>
auto texts_of(SomeCallee& callee) {
    return std::array{&callee.name,
                      &callee.port,
                      &callee.instance,
                      &callee.method,
                      &callee.signature,
                      &callee.binding.user,
                      &callee.binding.uses_port,
                      &callee.binding.provides_port,
                      &callee.parameter};
}

} // namespace

void RankGraph::put(format::Bytes& bytes) const {
    bytes.put(static_cast<std::uint64_t>(counters_.size()));
    for (const CounterInfo& counter : counters_) {
        bytes.put_string(counter.name).put(static_cast<std::uint8_t>(counter.is_time ? 1 : 0));
    }
    bytes.put(static_cast<std::uint64_t>(callees_.size()));
    for (const Callee* const callee : callees_) {
        for (const std::string* const text : texts_of(*callee)) {
            bytes.put_string(*text);
        }
        bytes.put(callee->parameter_type);
    }
    put_rows(bytes, nodes_);
    put_rows(bytes, rows_);
    put_rows(bytes, counted_);
    put_rows(bytes, bins_);
}

RankGraph RankGraph::get(format::ByteReader& bytes) {
    RankGraph graph;
    graph.counters_.resize(bytes.get_count(sizeof(std::uint32_t) + 1));
    for (CounterInfo& counter : graph.counters_) {
        counter.name = bytes.get_string();
        counter.is_time = bytes.get<std::uint8_t>() != 0;
    }
    const std::uint64_t callees = bytes.get_count(sizeof(std::uint32_t));
    for (std::uint64_t i = 0; i < callees; ++i) {
        Callee callee;
        for (std::string* const text : texts_of(callee)) {
            *text = bytes.get_string();
        }
        bytes.get(callee.parameter_type);
        graph.find_or_add(callee);
    }
    for (const Node& node : get_rows<Node>(bytes)) {
        graph.find_or_add(node);
    }
    graph.rows_ = get_rows<NodeRow>(bytes);
    graph.counted_ = get_rows<CounterRow>(bytes);
    graph.bins_ = get_rows<BinRow>(bytes);
    graph.add_up();
    return graph;
}

} // namespace proxima::detail
