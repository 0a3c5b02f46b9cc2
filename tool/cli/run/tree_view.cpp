#include "run/tree_view.hpp"

#include <algorithm>

namespace proxima::cli {
namespace {

class TreeViewBuilder {
public:
    TreeViewBuilder(const rundir::CallGraph& graph, const TreeFilter& filter)
        : graph_(graph), filter_(filter), least_us_(filter.min_share * graph.total_us()) {}

    std::vector<TreeRow> build() {
        open_siblings(0, graph_.nodes.size(), 0);
        while (!waiting_.empty()) {
            const TreeRow row = waiting_.back();
            waiting_.pop_back();
            rows_.push_back(row);
            rows_.back().has_children =
                open_siblings(row.node + 1, graph_.nodes[row.node].subtree_end, row.depth + 1);
        }
        return std::move(rows_);
    }

private:
    /// Puts the shown siblings from `first` to `end` on the stack; true if there are any.
    bool open_siblings(std::size_t first, std::size_t end, std::size_t depth) {
        if (depth >= filter_.depth) {
            return false;
        }
        siblings_.clear();
        for (auto node = first; node < end; node = graph_.nodes[node].subtree_end) {
            if (inclusive(node) >= least_us_) {
                siblings_.push_back(node);
            }
        }
        std::sort(siblings_.begin(), siblings_.end(), [&](auto a, auto b) {
            return inclusive(a) != inclusive(b) ? inclusive(a) > inclusive(b) : a < b;
        });
        for (auto node = siblings_.rbegin(); node != siblings_.rend(); ++node) {
            waiting_.push_back({*node, depth, node == siblings_.rbegin(), false});
        }
        return !siblings_.empty();
    }

    double inclusive(std::size_t node) const { return graph_.nodes[node].statistics.inclusive_us; }

    const rundir::CallGraph& graph_;
    TreeFilter filter_;
    double least_us_;
    std::vector<std::size_t> siblings_;
    std::vector<TreeRow> waiting_;
    std::vector<TreeRow> rows_;
};

} // namespace

std::vector<TreeRow> tree_rows(const rundir::CallGraph& graph, const TreeFilter& filter) {
    return TreeViewBuilder(graph, filter).build();
}

} // namespace proxima::cli
