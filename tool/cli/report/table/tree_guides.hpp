// The lines that connect a node to its parent.
#pragma once

#include "run/tree_view.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::cli {

/// Draws guides row after row; rows must be given in preorder. Two cells a level; of very deep rows
/// only the innermost levels are drawn, behind the number of levels left out.
class TreeGuides {
public:
    TreeGuides(bool unicode, std::size_t most_levels)
        : unicode_(unicode), most_levels_(most_levels) {}

    /// What stands before the name of `row`.
    std::string before_name(const TreeRow& row);

    /// What stands before further lines about the row last given.
    std::string before_note() const;

    /// Cells that before_name() takes for a row of this depth.
    std::size_t width(std::size_t depth) const;

private:
    std::size_t hidden_levels(std::size_t depth) const;
    std::string levels(std::size_t first, std::size_t last) const;

    bool unicode_;
    std::size_t most_levels_;
    std::vector<bool> continues_; ///< for each open level: a sibling will follow
    bool has_children_ = false;
};

} // namespace proxima::cli
