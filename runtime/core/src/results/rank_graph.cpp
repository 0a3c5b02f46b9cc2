#include "results/rank_graph.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace proxima::detail {

namespace {

NodeRow row_of(const CallGraphNode& node, double ticks_per_second) {
    const auto microseconds = [=](double ticks) { return ticks * 1e6 / ticks_per_second; };
    const auto time = [=](std::uint64_t ticks) { return microseconds(static_cast<double>(ticks)); };
    const format::Statistics& statistics = node.statistics;
    NodeRow row;
    row.calls = statistics.calls;
    row.exclusive = time(node.exclusive);
    row.inclusive = time(node.inclusive);
    row.communication = time(std::min(statistics.communication, node.inclusive));
    row.mpi_calls = node.mpi_calls;
    row.minimum = time(statistics.calls == 0 ? 0 : statistics.minimum);
    row.maximum = time(statistics.maximum);
    row.mean = microseconds(statistics.mean());
    row.deviation = microseconds(statistics.deviation());
    return row;
}

std::string display_name(const CallGraphNode& node) {
    const MethodInfo& method = *node.where->method;
    const std::string types = method.overloaded ? method.parameter_types : std::string();
    return *node.where->instance + "." + method.name + types;
}

void add(NodeRow& row, const NodeRow& other) {
    if (other.calls != 0) {
        row.minimum = row.calls == 0 ? other.minimum : std::min(row.minimum, other.minimum);
        row.maximum = std::max(row.maximum, other.maximum);
        const auto mine = static_cast<double>(row.calls);
        const auto others = static_cast<double>(other.calls);
        const double distance = other.mean - row.mean;
        const double squares = mine * row.deviation * row.deviation +
                               others * other.deviation * other.deviation +
                               distance * distance * mine * others / (mine + others);
        row.mean += distance * others / (mine + others);
        row.deviation = std::sqrt(squares / (mine + others));
    }
    row.calls += other.calls;
    row.exclusive += other.exclusive;
    row.inclusive += other.inclusive;
    row.communication += other.communication;
    row.mpi_calls += other.mpi_calls;
}

BinRow row_of(const format::Statistics& statistics, double ticks_per_second) {
    const double tick = 1e6 / ticks_per_second;
    return {statistics.calls, static_cast<double>(statistics.sum) * tick,
            static_cast<double>(statistics.squares) * tick * tick,
            static_cast<double>(statistics.minimum) * tick,
            static_cast<double>(statistics.maximum) * tick};
}

void add(BinRow& row, const BinRow& other) {
    row.minimum = row.calls == 0 ? other.minimum : std::min(row.minimum, other.minimum);
    row.maximum = std::max(row.maximum, other.maximum);
    row.calls += other.calls;
    row.sum += other.sum;
    row.squares += other.squares;
}

Spread spread_of(double value, std::int32_t rank) {
    return {value, value, value, 0, rank, rank};
}

// Of equal values the lowest rank counts, whatever the order of merging.
void add(Spread& spread, std::uint64_t ranks, const Spread& other, std::uint64_t other_ranks) {
    if (ranks == 0) {
        spread = other;
        return;
    }
    const auto is_before = [](double left, std::int32_t left_rank, double right,
                              std::int32_t right_rank) {
        return left < right || (left == right && left_rank < right_rank);
    };
    if (is_before(other.minimum, other.minimum_rank, spread.minimum, spread.minimum_rank)) {
        spread.minimum = other.minimum;
        spread.minimum_rank = other.minimum_rank;
    }
    if (is_before(-other.maximum, other.maximum_rank, -spread.maximum, spread.maximum_rank)) {
        spread.maximum = other.maximum;
        spread.maximum_rank = other.maximum_rank;
    }
    const auto mine = static_cast<double>(ranks);
    const auto others = static_cast<double>(other_ranks);
    const double distance = other.mean - spread.mean;
    spread.squares += other.squares + distance * distance * mine * others / (mine + others);
    spread.mean += distance * others / (mine + others);
}

} // namespace

RankGraph::RankGraph(const CallGraph& graph, std::int32_t rank, std::int32_t rows,
                     double ticks_per_second, std::vector<CounterInfo> counters)
    : counters_(std::move(counters)) {
    const std::vector<std::size_t> places = join(counters_, counters_);
    std::vector<std::pair<std::size_t, std::uint64_t>> open; // node of `graph`, parent in this one
    for (auto root = graph.roots.rbegin(); root != graph.roots.rend(); ++root) {
        open.emplace_back(*root, no_parent);
    }
    while (!open.empty()) {
        const auto [index, parent] = open.back();
        open.pop_back();
        const CallGraphNode& node = graph.nodes[index];
        const MethodInfo& method = *node.where->method;
        RankNode identity;
        identity.name = display_name(node);
        identity.port = method.port;
        identity.instance = *node.where->instance;
        identity.method = method.name;
        identity.signature = method.signature;
        identity.binding = *node.where->binding;
        if (method.has_parameters()) {
            identity.parameter = method.columns.front().name;
            identity.parameter_type = method.columns.front().type;
        }
        RankNode& added = find_or_add(identity, parent);
        NodeRow& row = added.rows[rank < rows ? rank : other_ranks];
        add(row, row_of(node, ticks_per_second)); // ports may have been loaded again
        if (!counters_.empty()) {
            add(added.counted[rank < rows ? rank : other_ranks],
                counter_row(counters_, node.counted, node.counted_itself), places);
        }
        for (const auto& [bin, statistics] : node.bins) {
            add(added.bins[bin], row_of(statistics, ticks_per_second));
        }
        added.ranks = 1;
        added.calls = spread_of(static_cast<double>(row.calls), rank);
        added.inclusive = spread_of(row.inclusive, rank);
        added.communication = spread_of(row.communication, rank);
        const auto here = static_cast<std::uint64_t>(&added - nodes_.data());
        for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
            open.emplace_back(*child, here);
        }
    }
}

RankNode& RankGraph::find_or_add(const RankNode& identity, std::uint64_t parent) {
    const std::size_t next = nodes_.size();
    const auto [known, is_new] =
        index_.try_emplace(Key(parent, identity.port, identity.instance, identity.method,
                               identity.signature, identity.binding),
                           next);
    if (is_new) {
        RankNode& added = nodes_.emplace_back();
        added.name = identity.name;
        added.port = identity.port;
        added.instance = identity.instance;
        added.method = identity.method;
        added.signature = identity.signature;
        added.binding = identity.binding;
        added.parameter = identity.parameter;
        added.parameter_type = identity.parameter_type;
        added.parent = parent;
        (parent == no_parent ? roots_ : nodes_[parent].children).push_back(next);
    }
    return nodes_[known->second];
}

void RankGraph::merge(const RankGraph& other) {
    const std::vector<std::size_t> places = join(counters_, other.counters_);
    std::vector<std::uint64_t> here(other.nodes_.size());
    for (std::size_t i = 0; i < other.nodes_.size(); ++i) {
        const RankNode& theirs = other.nodes_[i];
        const std::uint64_t parent = theirs.parent == no_parent ? no_parent : here[theirs.parent];
        RankNode& mine = find_or_add(theirs, parent);
        here[i] = static_cast<std::uint64_t>(&mine - nodes_.data());
        for (const auto& [rank, row] : theirs.rows) {
            add(mine.rows[rank], row);
        }
        for (const auto& [rank, row] : theirs.counted) {
            add(mine.counted[rank], row, places);
        }
        for (const auto& [bin, row] : theirs.bins) {
            add(mine.bins[bin], row);
        }
        add(mine.calls, mine.ranks, theirs.calls, theirs.ranks);
        add(mine.inclusive, mine.ranks, theirs.inclusive, theirs.ranks);
        add(mine.communication, mine.ranks, theirs.communication, theirs.ranks);
        mine.ranks += theirs.ranks;
    }
}

void RankGraph::put(format::Bytes& bytes) const {
    detail::put(bytes, counters_);
    bytes.put(static_cast<std::uint64_t>(nodes_.size()));
    for (const RankNode& node : nodes_) {
        bytes.put(node.parent).put_string(node.name).put_string(node.port);
        bytes.put_string(node.instance).put_string(node.method).put_string(node.signature);
        bytes.put_string(node.binding.user).put_string(node.binding.uses_port);
        bytes.put_string(node.binding.provides_port);
        bytes.put(node.ranks).put(node.calls).put(node.inclusive).put(node.communication);
        bytes.put(static_cast<std::uint64_t>(node.rows.size()));
        for (const auto& [rank, row] : node.rows) {
            bytes.put(rank).put(row);
        }
        bytes.put(static_cast<std::uint64_t>(node.counted.size()));
        for (const auto& [rank, row] : node.counted) {
            detail::put(bytes.put(rank), row);
        }
        bytes.put_string(node.parameter).put(node.parameter_type);
        bytes.put(static_cast<std::uint64_t>(node.bins.size()));
        for (const auto& [bin, row] : node.bins) {
            bytes.put(bin).put(row);
        }
    }
}

RankGraph RankGraph::get(format::ByteReader& bytes) {
    RankGraph graph;
    graph.counters_ = get_counters(bytes);
    const std::uint64_t count = bytes.get_count(sizeof(Spread));
    for (std::uint64_t i = 0; i < count; ++i) {
        RankNode node;
        bytes.get(node.parent);
        for (std::string* const text :
             {&node.name, &node.port, &node.instance, &node.method, &node.signature,
              &node.binding.user, &node.binding.uses_port, &node.binding.provides_port}) {
            *text = bytes.get_string();
        }
        if (node.parent != no_parent && node.parent >= graph.nodes_.size()) {
            throw std::runtime_error("a summary of ranks has a node without its parent");
        }
        RankNode& added = graph.find_or_add(node, node.parent);
        bytes.get(added.ranks);
        bytes.get(added.calls);
        bytes.get(added.inclusive);
        bytes.get(added.communication);
        const std::uint64_t rows = bytes.get_count(sizeof(NodeRow));
        for (std::uint64_t row = 0; row < rows; ++row) {
            const auto rank = bytes.get<std::int32_t>();
            bytes.get(added.rows[rank]);
        }
        const std::uint64_t counted = bytes.get_count(sizeof(std::int32_t));
        for (std::uint64_t row = 0; row < counted; ++row) {
            const auto rank = bytes.get<std::int32_t>();
            added.counted[rank] = get_counter_row(bytes);
        }
        added.parameter = bytes.get_string();
        bytes.get(added.parameter_type);
        const std::uint64_t bins = bytes.get_count(sizeof(BinRow));
        for (std::uint64_t bin = 0; bin < bins; ++bin) {
            const auto key = bytes.get<std::int32_t>();
            bytes.get(added.bins[key]);
        }
    }
    return graph;
}

} // namespace proxima::detail
