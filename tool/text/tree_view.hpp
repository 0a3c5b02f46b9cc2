// Chooses and orders the nodes of a call graph that are shown, and draws the lines between them.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace proxima::text {

struct TreeFilter {
    std::size_t depth = std::numeric_limits<std::size_t>::max(); // levels shown, 1 = roots only
    std::optional<double> min_share = {}; // share of the total, 0 to 1; none: by output
    std::function<bool(std::size_t node)> is_wanted = {}; // unset: all are
};

// A shown node.
struct TreeRow {
    std::size_t node;
    std::size_t depth;
    bool last;         // no sibling is shown after it
    bool has_children; // some are shown
};

// The shown nodes in preorder, siblings by descending inclusive time, with that of
// the work that they handed over. Iterative, n log n.
std::vector<TreeRow> tree_rows(const rundir::CallGraph& graph, const TreeFilter& filter);

// Time of the nodes without a row.
double hidden_us(const rundir::CallGraph& graph, const std::vector<TreeRow>& rows);

// `12 others, 0.03%`: the nodes without a row; empty if there are none.
std::string others_text(const rundir::CallGraph& graph, const std::vector<TreeRow>& rows);

// Draws guides row after row; rows must be given in preorder. Two cells a level; of very deep rows
// only the innermost levels are drawn, behind the number of levels left out.
class TreeGuides {
public:
    TreeGuides(bool unicode, std::size_t most_levels)
        : unicode_(unicode), most_levels_(most_levels) {}

    // Guides in front of the name of `row`.
    std::string before_name(const TreeRow& row);

    // Guides in front of further lines about the row last given.
    std::string before_note() const;

    // Cells that before_name() takes for a row of this depth.
    std::size_t width(std::size_t depth) const;

private:
    std::size_t hidden_levels(std::size_t depth) const;
    std::string levels(std::size_t first, std::size_t last) const;

    bool unicode_;
    std::size_t most_levels_;
    std::vector<bool> continues_; // for each open level: a sibling will follow
    bool has_children_ = false;
};

} // namespace proxima::text
