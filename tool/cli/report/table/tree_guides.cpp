#include "report/table/tree_guides.hpp"

#include <fmt/format.h>

namespace proxima::cli {
namespace {

std::string mark(std::size_t hidden) {
    return hidden == 0 ? std::string() : fmt::format("+{} ", hidden);
}

} // namespace

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

} // namespace proxima::cli
