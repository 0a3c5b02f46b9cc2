#include "text/table.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <utility>

namespace proxima::text {
namespace {

constexpr std::size_t shortest_name = 8;

} // namespace

Table::Table(std::string title, std::vector<TableColumn> columns, const Terminal& terminal)
    : title_(std::move(title)), columns_(std::move(columns)), terminal_(terminal),
      style_(terminal.color), name_width_(title_.size()) {
    for (const auto& column : columns_) {
        widths_.push_back(std::string(column.title).size());
    }
}

void Table::measure(const TableRow& row) {
    name_width_ = std::max(name_width_, row.indent + display_width(printable(row.name)));
    for (std::size_t i = 0; i < widths_.size(); ++i) {
        widths_[i] = std::max(widths_[i], display_width(printable(row.cells[i])));
    }
}

void Table::add(TableRow row) {
    measure(row);
    rows_.push_back(std::move(row));
}

std::size_t Table::width_of_columns() const {
    std::size_t width = 0;
    for (const auto column : widths_) {
        width += column > 0 ? column + gap_ : 0;
    }
    return width;
}

// Hides the least important column; false when only one is left.
bool Table::drop_one() {
    std::size_t least = columns_.size();
    std::size_t shown = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        shown += widths_[i] > 0 ? 1 : 0;
        if (widths_[i] > 0 &&
            (least == columns_.size() || columns_[i].importance < columns_[least].importance)) {
            least = i;
        }
    }
    if (shown > 1) {
        widths_[least] = 0;
    }
    return shown > 1;
}

void Table::lay_out(std::size_t readable) {
    const std::size_t need = name_width_;
    gap_ = width_of_columns() + need > terminal_.width ? 1 : 2;
    while (width_of_columns() + std::min(need, readable) > terminal_.width && drop_one()) {
    }
    const std::size_t used = width_of_columns();
    const std::size_t room = terminal_.width > used ? terminal_.width - used : 0;
    name_width_ = std::max(std::min(need, room), std::min(need, shortest_name));
}

std::string Table::line(const std::vector<std::string>& cells, double heat) const {
    std::string text;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (widths_[i] > 0) {
            const auto cell = std::string(gap_, ' ') + pad_left(printable(cells[i]), widths_[i]);
            text += columns_[i].is_heated ? style_.heat(cell, heat) : cell;
        }
    }
    return text;
}

void Table::write_titles(Output& output) const {
    std::vector<std::string> titles;
    for (const auto& column : columns_) {
        titles.emplace_back(column.title);
    }
    output.print("{}\n",
                 style_.heading(pad_right(shorten_middle(title_, name_width_, true), name_width_) +
                                line(titles, 0)));
}

void Table::write_row(const TableRow& row, const std::string& before_name, Output& output) const {
    // Guides of deep rows leave a cell for the name.
    const auto guides = shorten_middle(before_name, name_width_ - 1, terminal_.unicode);
    const auto room = name_width_ - display_width(guides);
    output.print("{}{}{}\n", style_.faint(guides),
                 pad_right(shorten_name(printable(row.name), room, terminal_.unicode), room),
                 line(row.cells, row.heat));
}

void Table::write(Output& output, std::size_t readable) {
    lay_out(readable);
    write_titles(output);
    for (const auto& row : rows_) {
        write_row(row, {}, output);
    }
}

} // namespace proxima::text
