// The columns of a table with names on the left and numbers on the right.
#pragma once

#include "report/table/table_layout.hpp"
#include "text/terminal.hpp"
#include "text/text.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace proxima::cli {

/// A column of numbers; a `Row` is all that a line of the table needs to know.
template <typename Row>
struct TableColumn {
    const char* title;
    int importance;
    std::string (*text)(const Row&);
};

/// Is shown all rows first, then laid out, and then gives the pieces of each line.
template <typename Row>
class TableColumns {
public:
    TableColumns(const char* title, std::span<const TableColumn<Row>> columns,
                 const Terminal& terminal)
        : title_(title), columns_(columns), terminal_(terminal), name_need_(title_.size()) {
        needs_.reserve(columns.size());
        for (const auto& column : columns) {
            needs_.push_back({std::string(column.title).size(), column.importance});
        }
    }

    void measure(const Row& row, std::size_t name_width) {
        name_need_ = std::max(name_need_, name_width);
        for (std::size_t i = 0; i < needs_.size(); ++i) {
            needs_[i].width = std::max(needs_[i].width, columns_[i].text(row).size());
        }
    }

    void lay_out(std::size_t readable = readable_name) {
        layout_ = cli::lay_out(terminal_.width, name_need_, needs_, readable);
    }

    std::size_t size() const { return columns_.size(); }
    std::size_t name_width() const { return layout_.name_width; }

    std::string titles() const {
        std::string line = name(title_);
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            line += cell(i, columns_[i].title);
        }
        return line;
    }

    /// A name in the width of its column.
    std::string name(const std::string& text) const {
        return pad_right(shorten_middle(text, layout_.name_width, terminal_.unicode),
                         layout_.name_width);
    }

    /// The number of `row`, and the gap before it; nothing where the column is not shown.
    std::string number(std::size_t column, const Row& row) const {
        return layout_.shown[column] ? cell(column, columns_[column].text(row)) : std::string();
    }

private:
    std::string cell(std::size_t column, const std::string& text) const {
        return layout_.shown[column]
                   ? std::string(layout_.gap, ' ') + pad_left(text, needs_[column].width)
                   : std::string();
    }

    std::string title_;
    std::span<const TableColumn<Row>> columns_;
    const Terminal& terminal_;
    std::size_t name_need_;
    std::vector<ColumnNeed> needs_;
    TableLayout layout_;
};

} // namespace proxima::cli
