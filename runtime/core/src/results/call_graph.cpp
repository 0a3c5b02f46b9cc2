#include "results/call_graph.hpp"

#include <algorithm>
#include <map>
#include <utility>

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
            const format::Statistics total = node.total();
            graph_.nodes[index].statistics.merge(total);
            graph_.nodes[index].inclusive += total.sum;
            graph_.nodes[index].mpi_calls += node.ended_mpi_calls + node.open_mpi_calls;
            add_bins(node, graph_.nodes[index]);
            add_counters(node, graph_.nodes[index]);
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
            finish_counters(node);
        }
        number();
        return std::move(graph_);
    }

private:
    static void add_bins(const TreeNode& from, CallGraphNode& to) {
        if (from.bins != nullptr) {
            for (const Bin& bin : from.bins->all()) {
                to.bins[bin.key].merge(bin.statistics);
            }
        }
    }

    static void add_counters(const TreeNode& from, CallGraphNode& to) {
        for (std::size_t i = 0; from.counters != nullptr && i < most_call_counters; ++i) {
            to.counted[i] += from.counters->sum[i];
        }
    }

    void finish_counters(CallGraphNode& node) const {
        for (std::size_t i = 0; i < most_call_counters; ++i) {
            std::uint64_t in_children = 0;
            for (const std::size_t child : node.children) {
                in_children += graph_.nodes[child].counted[i];
            }
            node.counted[i] = std::max(node.counted[i], in_children);
            node.counted_itself[i] = node.counted[i] - in_children;
        }
    }

    std::size_t find_or_add(const TreeNode& node, std::size_t parent) {
        const auto next = graph_.nodes.size();
        const auto key = std::make_pair(parent, node.site);
        const auto [known, is_new] = index_.try_emplace(key, next);
        if (is_new) {
            CallGraphNode& added = graph_.nodes.emplace_back();
            added.where = node.where;
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
    std::map<std::pair<std::size_t, Site>, std::size_t> index_;
};

} // namespace

CallGraph merge(const std::vector<Tree*>& trees) {
    Merger merger;
    for (Tree* const tree : trees) {
        merger.add(*tree);
    }
    return merger.finish();
}

} // namespace proxima::detail
