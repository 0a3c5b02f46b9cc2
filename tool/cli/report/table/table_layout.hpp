// How wide the columns of the call tree are.
#pragma once

#include <cstddef>
#include <vector>

namespace proxima::cli {

/// A column of numbers right of the names.
struct ColumnNeed {
    std::size_t width; ///< cells of its widest entry, title included
    int importance;    ///< the least important columns go first when there is no room
};

struct TableLayout {
    std::size_t name_width = 0;
    std::size_t gap = 1; ///< blanks before each column
    std::vector<bool> shown;
};

/// In which a name can be recognised.
inline constexpr std::size_t readable_name = 24;

/// Names get what they need if there is room. Otherwise gaps shrink, then names down to the width
/// in which they are `readable`, then columns are dropped, and at last names are shortened further.
TableLayout lay_out(std::size_t total_width, std::size_t name_need,
                    const std::vector<ColumnNeed>& columns, std::size_t readable = readable_name);

} // namespace proxima::cli
