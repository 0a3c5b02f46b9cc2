// Tables with names on the left and numbers on the right, as wide as the terminal.
#pragma once

#include "text/output.hpp"
#include "text/style.hpp"
#include "text/terminal.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::text {

struct TableColumn {
    const char* title;
    int importance; // the least important columns go first when there is no room
    bool is_heated = false;
};

struct TableRow {
    std::string name;
    std::vector<std::string> cells;
    double heat = 0;        // 0 to 1: colours the heated column
    std::size_t indent = 0; // cells of what stands before the name
};

// Names get what they need if there is room. Otherwise gaps shrink, then names down to a width in
// which they are readable, then columns are dropped, and at last names are shortened further.
class Table {
public:
    static constexpr std::size_t readable_name = 24;

    Table(std::string title, std::vector<TableColumn> columns, const Terminal& terminal);

    void add(TableRow row);
    // Makes room for a row without keeping it, so that many need no memory.
    void measure(const TableRow& row);

    // Titles and rows.
    void write(Output& output, std::size_t readable = readable_name);

    // Tables with lines between their rows call lay_out() after the last add(), then write each
    // row.
    void lay_out(std::size_t readable = readable_name);
    void write_titles(Output& output) const;
    void write_row(const TableRow& row, const std::string& before_name, Output& output) const;

    const std::vector<TableRow>& rows() const { return rows_; }

private:
    std::size_t width_of_columns() const;
    bool drop_one();
    std::string line(const std::vector<std::string>& cells, double heat) const;

    std::string title_;
    std::vector<TableColumn> columns_;
    const Terminal& terminal_;
    Style style_;
    std::vector<TableRow> rows_;
    std::vector<std::size_t> widths_; // by column; 0: not shown
    std::size_t name_width_;
    std::size_t gap_ = 2;
};

} // namespace proxima::text
