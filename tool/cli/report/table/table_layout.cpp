#include "report/table/table_layout.hpp"

#include <algorithm>

namespace proxima::cli {
namespace {

constexpr std::size_t shortest_name = 8;

std::size_t width_of(const std::vector<ColumnNeed>& columns, const TableLayout& layout) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        width += layout.shown[i] ? columns[i].width + layout.gap : 0;
    }
    return width;
}

/// Hides the least important column that is still shown; false when only one is left.
bool drop_one(const std::vector<ColumnNeed>& columns, TableLayout& layout) {
    std::size_t least = columns.size();
    std::size_t shown = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (layout.shown[i]) {
            ++shown;
            if (least == columns.size() || columns[i].importance < columns[least].importance) {
                least = i;
            }
        }
    }
    if (shown <= 1) {
        return false;
    }
    layout.shown[least] = false;
    return true;
}

} // namespace

TableLayout lay_out(std::size_t total_width, std::size_t name_need,
                    const std::vector<ColumnNeed>& columns, std::size_t readable) {
    TableLayout layout;
    layout.shown.assign(columns.size(), true);
    layout.gap = 2;
    if (width_of(columns, layout) + name_need > total_width) {
        layout.gap = 1;
    }
    const std::size_t least_name = std::min(name_need, readable);
    while (width_of(columns, layout) + least_name > total_width && drop_one(columns, layout)) {
    }
    const std::size_t used = width_of(columns, layout);
    const std::size_t room = total_width > used ? total_width - used : 0;
    layout.name_width = std::max(std::min(name_need, room), std::min(name_need, shortest_name));
    return layout;
}

} // namespace proxima::cli
