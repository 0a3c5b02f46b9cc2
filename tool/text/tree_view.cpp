#include "text/tree_view.hpp"

#include <proxima/base/units.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace proxima::text {
namespace {

class TreeViewBuilder {
public:
    TreeViewBuilder(const rundir::CallGraph& graph, const TreeFilter& filter)
        : graph_(graph), filter_(filter), work_us_(graph.work_us()),
          least_us_(filter.min_share.value_or(0) * graph.total_us()) {}

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
    // Puts the shown siblings from `first` to `end` on the stack; true if there are any.
    bool open_siblings(std::size_t first, std::size_t end, std::size_t depth) {
        if (depth >= filter_.depth) {
            return false;
        }
        siblings_.clear();
        for (auto node = first; node < end; node = graph_.nodes[node].subtree_end) {
            if (work_us_[node] >= least_us_ && (!filter_.is_wanted || filter_.is_wanted(node))) {
                siblings_.push_back(node);
            }
        }
        std::sort(siblings_.begin(), siblings_.end(), [&](auto a, auto b) {
            return work_us_[a] != work_us_[b] ? work_us_[a] > work_us_[b] : a < b;
        });
        for (auto node = siblings_.rbegin(); node != siblings_.rend(); ++node) {
            waiting_.push_back({*node, depth, node == siblings_.rbegin(), false});
        }
        return !siblings_.empty();
    }

    const rundir::CallGraph& graph_;
    TreeFilter filter_;
    std::vector<double> work_us_; // a call may be short, and hand over what takes long
    double least_us_;
    std::vector<std::size_t> siblings_;
    std::vector<TreeRow> waiting_;
    std::vector<TreeRow> rows_;
};

std::string mark(std::size_t hidden) {
    return hidden == 0 ? std::string() : fmt::format("+{} ", hidden);
}

} // namespace

std::vector<TreeRow> tree_rows(const rundir::CallGraph& graph, const TreeFilter& filter) {
    return TreeViewBuilder(graph, filter).build();
}

double hidden_us(const rundir::CallGraph& graph, const std::vector<TreeRow>& rows) {
    std::vector<bool> shown(graph.nodes.size());
    for (const auto& row : rows) {
        shown[row.node] = true;
    }
    double sum_us = 0;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        sum_us += shown[node] ? 0 : graph.nodes[node].statistics.exclusive_us;
    }
    return sum_us;
}

std::string others_text(const rundir::CallGraph& graph, const std::vector<TreeRow>& rows) {
    if (rows.size() == graph.nodes.size()) {
        return {};
    }
    const auto others = graph.nodes.size() - rows.size();
    return fmt::format(
        "{} other{}, {}", others, others == 1 ? "" : "s",
        base::human_share(graph.total_us() > 0 ? hidden_us(graph, rows) / graph.total_us() : 0));
}

std::string TreeGuides::before_name(const TreeRow& row) {
    continues_.resize(row.depth);
    continues_.push_back(!row.last);
    has_children_ = row.has_children;
    if (row.depth == 0) {
        return {};
    }
    const auto hidden = hidden_levels(row.depth);
    const std::string branch = unicode_ ? (row.last ? "└ " : "├ ") : (row.last ? "`-" : "|-");
    return mark(hidden) + levels(hidden + 1, row.depth - 1) + branch;
}

std::string TreeGuides::before_note() const {
    const auto depth = continues_.size() - 1;
    const auto hidden = hidden_levels(depth);
    const std::string down = has_children_ ? (unicode_ ? "│ " : "| ") : "  ";
    return std::string(mark(hidden).size(), ' ') + levels(hidden + 1, depth) + down;
}

std::size_t TreeGuides::width(std::size_t depth) const {
    const auto hidden = hidden_levels(depth);
    return mark(hidden).size() + 2 * (depth - hidden);
}

std::size_t TreeGuides::hidden_levels(std::size_t depth) const {
    return depth > most_levels_ ? depth - most_levels_ : 0;
}

std::string TreeGuides::levels(std::size_t first, std::size_t last) const {
    std::string guides;
    for (auto level = first; level <= last; ++level) {
        guides += continues_[level] ? (unicode_ ? "│ " : "| ") : "  ";
    }
    return guides;
}

} // namespace proxima::text
