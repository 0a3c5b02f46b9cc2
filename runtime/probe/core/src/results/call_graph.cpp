#include "results/call_graph.hpp"

#include <algorithm>
#include <utility>

namespace proxima::detail {
namespace {

// Sorts rows, and merges those with equal keys.
template <class Row>
void add_up_rows(std::vector<Row>& rows) {
    const auto is_before = [](const Row& left, const Row& right) {
        return left.key() < right.key();
    };
    if (!std::is_sorted(rows.begin(), rows.end(), is_before)) {
        std::sort(rows.begin(), rows.end(), is_before); // the order of add() does not matter
    }
    std::size_t kept = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[kept].key() == rows[i].key()) {
            rows[kept].add(rows[i]);
        } else {
            rows[++kept] = rows[i];
        }
    }
    rows.resize(std::min(rows.size(), kept + 1));
}

template <class Row>
void append(std::vector<Row>& rows, const std::vector<Row>& more,
            const std::vector<std::uint32_t>& nodes) {
    rows.reserve(rows.size() + more.size());
    for (const Row& row : more) {
        rows.push_back(row);
        rows.back().node = nodes[row.node];
    }
}

Callee callee_of(const CallSiteInfo& where) {
    const RegisteredMethod& method = *where.method;
    Callee callee;
    callee.name = display_name(where);
    callee.port = method.port;
    callee.instance = *where.instance;
    callee.method = method.name;
    callee.signature = method.signature;
    callee.binding = *where.binding;
    if (method.has_parameters()) {
        callee.parameter = method.columns.front().name;
        callee.parameter_type = method.columns.front().type;
    }
    return callee;
}

struct Ticks {
    format::TickStatistics statistics;
    std::uint64_t inclusive = 0;
    std::uint64_t exclusive = 0;
    std::uint64_t calls_elsewhere = 0;
    std::uint64_t inclusive_elsewhere = 0;
    std::uint64_t communication_elsewhere = 0;
    std::uint64_t mpi_calls = 0;
    std::uint64_t untimed = 0;
    double variance = 0;
    ComputationSpread threads;
};

// `rank` has a row of its own below `place.rows`.
NodeRow row_of(const Ticks& node, std::uint32_t index, RankPlace place, double microseconds) {
    constexpr std::int32_t other_ranks = -1;
    const auto time = [=](auto ticks) { return static_cast<double>(ticks) * microseconds; };
    const format::TickStatistics& all = node.statistics;
    NodeRow row;
    row.node = index;
    row.rank = place.rank < place.rows ? place.rank : other_ranks;
    row.exclusive = time(node.exclusive);
    row.inclusive = time(node.inclusive);
    row.communication = time(std::min(all.communication, node.inclusive));
    row.elsewhere = {node.calls_elsewhere, time(node.inclusive_elsewhere),
                     time(std::min(node.communication_elsewhere, node.inclusive_elsewhere))};
    row.mpi_calls = node.mpi_calls;
    row.untimed = node.untimed;
    row.variance = time(node.variance) * microseconds;
    const double computation = row.inclusive - row.communication;
    row.spread = {1, place.rank, 0, computation, computation};
    row.threads = node.threads;
    if (all.calls != 0) {
        const double deviation = time(all.deviation());
        row.calls.moments = {all.calls, time(all.mean()),
                             static_cast<double>(all.calls) * deviation * deviation};
        row.calls.minimum = time(all.minimum);
        row.calls.maximum = time(all.maximum);
    }
    return row;
}

BinRow row_of(const Bin& bin, std::uint32_t node, double microseconds) {
    const auto time = [=](auto ticks) { return static_cast<double>(ticks) * microseconds; };
    const format::TickStatistics& all = bin.statistics;
    return {node,
            bin.key,
            all.calls,
            time(all.sum),
            time(all.squares) * microseconds,
            time(all.minimum),
            time(all.maximum),
            bin.untimed.included};
}

} // namespace

std::string display_name(const CallSiteInfo& where) {
    const RegisteredMethod& method = *where.method;
    return *where.instance + "." + method.name + (method.overloaded ? method.parameter_types : "");
}

// The sums of one rank's nodes over its threads, in ticks.
class RankGraph::RankSums {
public:
    RankSums(RankGraph& graph, RankPlace place, double ticks_per_second)
        : graph_(graph), place_(place), microseconds_(1e6 / ticks_per_second),
          counters_(graph.counters_.size()) {}

    // Computes exclusive from inclusive times, for each thread by itself. An invocation that was
    // open at the end may be missing while its children are counted, so a node takes at least as
    // long as its children; but estimates of children say nothing about measured times.
    void add(Tree& tree, std::uint32_t thread) {
        const std::vector<std::uint32_t> here = nodes_of(tree);
        std::vector<std::uint64_t> in_children(tree.size());
        std::vector<bool> has_estimates(tree.size()); // in the node or below
        std::vector<std::uint64_t> counted_in_children(tree.size() * counters_);
        std::map<std::uint32_t, double> computed;       // microseconds by node of the graph
        for (std::size_t id = tree.size(); id-- > 1;) { // children before their parents
            const TreeNode& node = tree.node(id);
            const auto& parent = static_cast<const TreeNode&>(*node.parent);
            const std::uint64_t inclusive = add(node, here[id], in_children[id], has_estimates[id]);
            const std::uint64_t communication = node.total().communication;
            if (!node.is_stand_in) {
                computed[here[id]] +=
                    static_cast<double>(inclusive - std::min(communication, inclusive)) *
                    microseconds_;
            }
            if (parent.is_stand_in) {
                Ticks& ticks = ticks_[here[id]];
                ticks.calls_elsewhere += node.total().calls;
                ticks.inclusive_elsewhere += inclusive;
                ticks.communication_elsewhere += communication;
            }
            in_children[parent.id] += parent.is_stand_in ? 0 : inclusive;
            has_estimates[parent.id] =
                has_estimates[parent.id] || has_estimates[id] || is_estimated(node);
            for (std::size_t i = 0; i < counters_; ++i) {
                const std::uint64_t counted =
                    add_counted(node, here[id], i, counted_in_children[id * counters_ + i]);
                counted_in_children[parent.id * counters_ + i] += parent.is_stand_in ? 0 : counted;
            }
        }
        for (const auto& [node, computation] : computed) {
            ticks_[node].threads.merge({1, place_.rank, thread, computation, computation});
        }
    }

    void fill_tables() const {
        const auto nodes = static_cast<std::uint32_t>(graph_.nodes_.size());
        graph_.rows_.reserve(nodes);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            graph_.rows_.push_back(row_of(ticks_[node], node, place_, microseconds_));
            for (std::size_t i = 0; i < counters_; ++i) {
                const double unit = graph_.counters_[i].is_time ? 1e-3 : 1; // nanoseconds
                const std::size_t at = node * counters_ + i;
                graph_.counted_.push_back({node, graph_.rows_.back().rank, i,
                                           static_cast<double>(counted_itself_[at]) * unit,
                                           static_cast<double>(counted_[at]) * unit});
            }
        }
    }

private:
    std::uint32_t callee_at(const CallSiteInfo& where) {
        const auto [known, is_new] = callees_.try_emplace(&where, 0);
        if (is_new) {
            known->second = graph_.find_or_add(callee_of(where));
        }
        return known->second;
    }

    std::vector<std::uint32_t> nodes_of(Tree& tree) {
        std::vector<std::uint32_t> nodes(tree.size(), no_parent);
        for (std::size_t id = 1; id < tree.size(); ++id) {
            const TreeNode& node = tree.node(id);
            nodes[id] = graph_.find_or_add({nodes[node.parent->id], callee_at(*node.where)});
        }
        ticks_.resize(graph_.nodes_.size());
        counted_.resize(graph_.nodes_.size() * counters_);
        counted_itself_.resize(counted_.size());
        return nodes;
    }

    // True if some calls went untimed.
    static bool is_estimated(const TreeNode& node) {
        const Bins* const bins = node.bins;
        return bins != nullptr &&
               std::any_of(bins->all().begin(), bins->all().end(),
                           [](const Bin& bin) { return bin.untimed.included > 0; });
    }

    // Returns the inclusive time.
    std::uint64_t add(const TreeNode& from, std::uint32_t node, std::uint64_t in_children,
                      bool are_children_estimated) {
        const format::TickStatistics total = from.total();
        const bool is_measured = are_children_estimated && total.calls > 0;
        const std::uint64_t inclusive = is_measured ? total.sum : std::max(total.sum, in_children);
        Ticks& ticks = ticks_[node];
        ticks.statistics.merge(total);
        ticks.inclusive += inclusive;
        ticks.exclusive += inclusive - std::min(in_children, inclusive);
        ticks.mpi_calls += from.ended_mpi_calls + from.open_mpi_calls;
        if (from.bins != nullptr) {
            for (const Bin& bin : from.bins->all()) {
                graph_.bins_.push_back(row_of(bin, node, microseconds_));
                ticks_[node].untimed += bin.untimed.included;
                ticks_[node].variance += bin.variance_of_sum();
            }
        }
        return inclusive;
    }

    // Returns the inclusive count.
    std::uint64_t add_counted(const TreeNode& from, std::uint32_t node, std::size_t counter,
                              std::uint64_t in_children) {
        const std::uint64_t own = from.counters == nullptr ? 0 : from.counters->sum[counter];
        const std::uint64_t inclusive = std::max(own, in_children);
        counted_[node * counters_ + counter] += inclusive;
        counted_itself_[node * counters_ + counter] += inclusive - in_children;
        return inclusive;
    }

    RankGraph& graph_;
    RankPlace place_;
    double microseconds_; // microseconds per tick
    std::size_t counters_;
    std::vector<Ticks> ticks_;
    std::vector<std::uint64_t> counted_;        // inclusive counts by node and counter
    std::vector<std::uint64_t> counted_itself_; // exclusive counts by node and counter
    std::unordered_map<const CallSiteInfo*, std::uint32_t> callees_;
};

RankGraph::RankGraph(const std::vector<Tree*>& trees, RankPlace place, double ticks_per_second,
                     std::vector<CounterInfo> counters)
    : counters_(std::move(counters)) {
    RankSums sums(*this, place, ticks_per_second);
    for (std::uint32_t thread = 0; thread < trees.size(); ++thread) {
        if (trees[thread] != nullptr) {
            sums.add(*trees[thread], thread);
        }
    }
    sums.fill_tables();
    add_up();
}

void ComputationSpread::merge(const ComputationSpread& other) noexcept {
    if (other.parts == 0) {
        return;
    }
    if (parts == 0 || other.most > most) {
        most = other.most;
        most_rank = other.most_rank;
        most_thread = other.most_thread;
    }
    least = parts == 0 ? other.least : std::min(least, other.least);
    parts += other.parts;
}

void CallsElsewhere::add(const CallsElsewhere& other) noexcept {
    calls += other.calls;
    inclusive += other.inclusive;
    communication += other.communication;
}

void NodeRow::add(const NodeRow& other) noexcept {
    spread.merge(other.spread);
    threads.merge(other.threads);
    calls.merge(other.calls);
    exclusive += other.exclusive;
    inclusive += other.inclusive;
    communication += other.communication;
    elsewhere.add(other.elsewhere);
    mpi_calls += other.mpi_calls;
    untimed += other.untimed;
    variance += other.variance;
}

void CounterRow::add(const CounterRow& other) noexcept {
    exclusive += other.exclusive;
    inclusive += other.inclusive;
}

void BinRow::add(const BinRow& other) noexcept {
    minimum = calls == 0 ? other.minimum : std::min(minimum, other.minimum);
    maximum = std::max(maximum, other.maximum);
    calls += other.calls;
    sum += other.sum;
    squares += other.squares;
    untimed += other.untimed;
}

std::uint32_t RankGraph::find_or_add(const Callee& callee) {
    const auto number = static_cast<std::uint32_t>(callees_.size());
    const auto [known, is_new] = callee_numbers_.try_emplace(callee, number);
    if (is_new) {
        callees_.push_back(&known->first);
    }
    return known->second;
}

std::uint32_t RankGraph::find_or_add(Node node) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    const std::uint64_t key = std::uint64_t{node.parent} << 32U | node.callee;
    const auto [known, is_new] = node_numbers_.try_emplace(key, number);
    if (is_new) {
        nodes_.push_back(node);
    }
    return known->second;
}

void RankGraph::add_up() {
    add_up_rows(rows_);
    add_up_rows(counted_);
    add_up_rows(bins_);
}

void RankGraph::merge(const RankGraph& other) {
    std::vector<std::uint32_t> callees;
    for (const Callee* const callee : other.callees_) {
        callees.push_back(find_or_add(*callee));
    }
    std::vector<std::uint32_t> here;
    here.reserve(other.nodes_.size());
    for (const Node& node : other.nodes_) {
        const std::uint32_t parent = node.parent == no_parent ? no_parent : here[node.parent];
        here.push_back(find_or_add({parent, callees[node.callee]}));
    }
    merge_counters(other, here);
    append(rows_, other.rows_, here);
    append(bins_, other.bins_, here);
    add_up();
}

// Merges by name: ranks on different machines may have different counters.
void RankGraph::merge_counters(const RankGraph& other, const std::vector<std::uint32_t>& nodes) {
    std::vector<std::size_t> indexes;
    for (const CounterInfo& counter : other.counters_) {
        const auto found =
            std::find_if(counters_.begin(), counters_.end(),
                         [&](const CounterInfo& mine) { return mine.name == counter.name; });
        indexes.push_back(static_cast<std::size_t>(found - counters_.begin()));
        if (found == counters_.end()) {
            counters_.push_back(counter);
        }
    }
    const std::size_t first = counted_.size();
    append(counted_, other.counted_, nodes);
    for (std::size_t i = first; i < counted_.size(); ++i) {
        counted_[i].counter = indexes[counted_[i].counter];
    }
}

} // namespace proxima::detail
