#include "kb/row_table.hpp"

#include "kb/fitted_column.hpp"
#include "text/style.hpp"
#include "text/terminal.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <iterator>

namespace proxima::cli {
namespace {

using knowledge::Value;

constexpr std::size_t gap = 2;
constexpr std::size_t shortest = 8; ///< texts get so many cells at least

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

struct Column {
    std::string title;
    bool is_time = false;
    bool is_probability = false;
    bool is_number = true;
    std::size_t width = 0;
    std::vector<std::string> cells;
};

std::string cell_text(const Value& value, const Column& column) {
    if (const auto* number = std::get_if<double>(&value)) {
        return column.is_time          ? human_time(*number)
               : column.is_probability ? human_probability(*number)
                                       : human_number(*number);
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
        column.is_probability = name == "better" || ends_with(name, "_probability");
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

std::size_t width_of(const std::vector<Column>& columns) {
    std::size_t total = columns.empty() ? 0 : gap * (columns.size() - 1);
    for (const auto& column : columns) {
        total += column.width;
    }
    return total;
}

/// Takes out columns that are the same in all rows.
std::vector<Column> take_equal(std::vector<Column>& columns, bool numbers) {
    std::vector<Column> taken;
    const auto is_equal = [&](const Column& column) {
        return column.is_number == numbers && column.cells.size() > 1 &&
               std::all_of(column.cells.begin(), column.cells.end(),
                           [&](const auto& cell) { return cell == column.cells.front(); });
    };
    std::copy_if(columns.begin(), columns.end(), std::back_inserter(taken), is_equal);
    std::erase_if(columns, is_equal);
    return taken;
}

/// What is the same in all rows stands above the table, once, where the table is too wide: texts,
/// and if that is not enough, numbers.
void write_equal(std::vector<Column>& columns, std::size_t width, Output& output) {
    for (const bool numbers : {false, true}) {
        if (width_of(columns) <= width) {
            return;
        }
        for (const auto& column : take_equal(columns, numbers)) {
            output.print("{} {}\n", column.title, column.cells.front());
        }
    }
}

/// Takes from the widest texts first.
void shorten(std::vector<Column>& columns, std::size_t width) {
    auto total = width_of(columns);
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

/// The cells of the columns in lines that fit; says what was left out of all of a column.
std::vector<FittedColumn> fit_columns(std::vector<Column>& columns, bool unicode, Output& output) {
    std::vector<FittedColumn> fitted;
    for (auto& column : columns) {
        auto& made = fitted.emplace_back(fitted_column(column.cells, column.width, unicode));
        column.title = shorten_middle(column.title, std::max(column.width, made.width), unicode);
        column.width = std::max(made.width, display_width(column.title));
        if (!made.left_out_before.empty()) {
            output.print("{} begins with {}\n", column.title, made.left_out_before);
        }
        if (!made.left_out_behind.empty()) {
            output.print("{} ends with {}\n", column.title, made.left_out_behind);
        }
    }
    return fitted;
}

std::string line_of(const std::vector<Column>& columns, const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        line += (i == 0 ? "" : std::string(gap, ' ')) +
                (columns[i].is_number ? pad_left(cells[i], columns[i].width)
                                      : pad_right(cells[i], columns[i].width));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

void write_row(const std::vector<Column>& columns, const std::vector<FittedColumn>& fitted,
               std::size_t row, Output& output) {
    std::size_t lines = 1;
    for (const auto& column : fitted) {
        lines = std::max(lines, column.cells[row].size());
    }
    std::vector<std::string> cells(columns.size());
    for (std::size_t line = 0; line < lines; ++line) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto& texts = fitted[i].cells[row];
            cells[i] = line < texts.size() ? texts[line] : std::string();
        }
        output.print("{}\n", line_of(columns, cells));
    }
}

} // namespace

void write_row_table(const CollectedRows& answer, std::size_t width, Output& output) {
    const auto terminal = standard_output_terminal(width, ColorChoice::automatic);
    auto columns = columns_of(answer);
    write_equal(columns, terminal.width, output);
    shorten(columns, terminal.width);
    const auto fitted = fit_columns(columns, terminal.unicode, output);
    std::vector<std::string> titles;
    for (const auto& column : columns) {
        titles.push_back(column.title);
    }
    output.print("{}\n", Style(terminal.color).heading(line_of(columns, titles)));
    for (std::size_t row = 0; row < answer.rows.size(); ++row) {
        write_row(columns, fitted, row, output);
    }
}

} // namespace proxima::cli
