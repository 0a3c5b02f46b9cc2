#include "kb/row_table.hpp"

#include "text/style.hpp"
#include "text/terminal.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>

namespace proxima::cli {
namespace {

using knowledge::Value;

constexpr std::size_t gap = 2;
constexpr std::size_t shortest = 8; ///< what is left of a text at least

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

struct Column {
    std::string title;
    bool is_time = false;
    bool is_number = true;
    std::size_t width = 0;
    std::vector<std::string> cells;
};

std::string cell_text(const Value& value, const Column& column) {
    if (const auto* number = std::get_if<double>(&value)) {
        return column.is_time ? human_time(*number) : human_number(*number);
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return column.is_time ? human_time(static_cast<double>(*whole)) : std::to_string(*whole);
    }
    const auto* text = std::get_if<std::string>(&value);
    return text == nullptr ? "-" : printable(*text);
}

std::vector<Column> columns_of(const CollectedRows& answer) {
    std::vector<Column> columns;
    for (std::size_t i = 0; i < answer.names.size(); ++i) {
        Column column;
        const auto& name = answer.names[i];
        column.is_time = ends_with(name, "_us");
        column.title = printable(column.is_time ? name.substr(0, name.size() - 3) : name);
        column.width = display_width(column.title);
        for (const auto& row : answer.rows) {
            column.is_number = column.is_number && !std::holds_alternative<std::string>(row[i]);
            column.cells.push_back(cell_text(row[i], column));
            column.width = std::max(column.width, display_width(column.cells.back()));
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

/// Takes from the widest texts first.
void shorten(std::vector<Column>& columns, std::size_t width) {
    std::size_t total = columns.empty() ? 0 : gap * (columns.size() - 1);
    for (const auto& column : columns) {
        total += column.width;
    }
    while (total > width) {
        Column* widest = nullptr;
        for (auto& column : columns) {
            if (!column.is_number && column.width > shortest &&
                (widest == nullptr || column.width > widest->width)) {
                widest = &column;
            }
        }
        if (widest == nullptr) {
            return;
        }
        --widest->width;
        --total;
    }
}

std::string line_of(const std::vector<Column>& columns, const std::vector<std::string>& cells,
                    bool unicode) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto text = shorten_middle(cells[i], columns[i].width, unicode);
        line += (i == 0 ? "" : std::string(gap, ' ')) + (columns[i].is_number
                                                             ? pad_left(text, columns[i].width)
                                                             : pad_right(text, columns[i].width));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

} // namespace

void write_row_table(const CollectedRows& answer, std::size_t width, Output& output) {
    const auto terminal = standard_output_terminal(width, ColorChoice::automatic);
    auto columns = columns_of(answer);
    shorten(columns, terminal.width);
    std::vector<std::string> cells;
    for (const auto& column : columns) {
        cells.push_back(column.title);
    }
    output.print("{}\n", Style(terminal.color).heading(line_of(columns, cells, terminal.unicode)));
    for (std::size_t row = 0; row < answer.rows.size(); ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            cells[i] = columns[i].cells[row];
        }
        output.print("{}\n", line_of(columns, cells, terminal.unicode));
    }
}

} // namespace proxima::cli
