#include "kb/kb_verbs.hpp"
#include "text/csv_text.hpp"
#include "text/json_text.hpp"
#include "text/style.hpp"
#include "text/terminal.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;
using knowledge::QueryRows;
using knowledge::Value;

constexpr std::size_t gap = 2;
constexpr std::size_t readable = 18; // longer texts may be shortened

struct Column {
    std::string title;
    bool is_number = true;
    bool is_whole = false; // may not be shortened
    std::size_t width = 0;
    std::vector<std::string> cells;
};

std::string cell_text(const Value& value, bool is_time) {
    if (const auto* number = std::get_if<double>(&value)) {
        return is_time ? base::human_time(*number) : base::human_number(*number);
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return is_time ? base::human_time(static_cast<double>(*whole)) : std::to_string(*whole);
    }
    const auto* text = std::get_if<std::string>(&value);
    return text == nullptr ? "-" : base::printable(*text);
}

Column column_of(const QueryRows& answer, std::size_t number) {
    Column column;
    const auto& name = answer.names[number];
    const bool is_time = name.ends_with("_us");
    column.title = base::printable(is_time ? name.substr(0, name.size() - 3) : name);
    column.width = text::display_width(column.title);
    for (const auto& row : answer.rows) {
        column.is_number = column.is_number && !std::holds_alternative<std::string>(row[number]);
        column.cells.push_back(cell_text(row[number], is_time));
        column.width = std::max(column.width, text::display_width(column.cells.back()));
    }
    return column;
}

// Shortens the widest texts first, and the first column, which names the row, last.
void fit_into(std::vector<Column>& columns, std::size_t width) {
    std::size_t total = 0;
    for (const auto& column : columns) {
        total += column.width + gap;
    }
    const auto room = [](const Column& column) {
        return column.is_whole || column.width <= readable ? 0 : column.width - readable;
    };
    for (; total > width + gap; --total) {
        auto widest =
            std::max_element(columns.begin() + 1, columns.end(),
                             [&](const auto& a, const auto& b) { return room(a) < room(b); });
        if (widest == columns.end() || room(*widest) == 0) {
            widest = columns.begin();
        }
        if (room(*widest) == 0) {
            return;
        }
        --widest->width;
    }
}

std::string padded(const std::string& text, const Column& column) {
    return column.is_number
               ? text::pad_left(text, column.width)
               : text::pad_right(text::shorten_middle(text, column.width, false), column.width);
}

void write_table(const QueryRows& answer, std::size_t width, std::string_view whole,
                 text::Output& output) {
    const auto terminal = text::standard_output_terminal(width, text::ColorChoice::automatic);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < answer.names.size(); ++i) {
        columns.push_back(column_of(answer, i));
        columns.back().is_whole = columns.back().is_number || answer.names[i] == whole;
    }
    fit_into(columns, terminal.width);
    std::string titles;
    for (const auto& column : columns) {
        titles += (titles.empty() ? "" : "  ") + padded(column.title, column);
    }
    output.print("{}\n", text::Style(terminal.color).heading(titles));
    for (std::size_t row = 0; row < answer.rows.size(); ++row) {
        std::string line;
        for (const auto& column : columns) {
            line += (line.empty() ? "" : "  ") + padded(column.cells[row], column);
        }
        output.print("{}\n", line);
    }
}

// Writes each text so that a spreadsheet reads it as one cell.
void write_csv(const QueryRows& answer, text::Output& output) {
    const auto write_line = [&](const auto& cells, const auto& write_cell) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            output.write(i == 0 ? "" : ",");
            write_cell(cells[i]);
        }
        output.write("\n");
    };
    const auto write_text = [&](const std::string& text) {
        text::append_csv_field(output.buffer(), text);
        output.flush_if_full();
    };
    write_line(answer.names, write_text);
    for (const auto& row : answer.rows) {
        write_line(row, [&](const Value& value) {
            if (const auto* text = std::get_if<std::string>(&value)) {
                write_text(*text);
            } else if (const auto* number = std::get_if<double>(&value)) {
                output.print("{}", *number);
            } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
                output.print("{}", *whole);
            }
        });
    }
}

Json json_of(const Value& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        return *text;
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return *number;
    }
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? Json(*whole) : Json();
}

// An array with an object for each row.
void write_json(const QueryRows& answer, text::Output& output) {
    const char* before = "[\n";
    for (const auto& row : answer.rows) {
        Json json = Json::object();
        for (std::size_t i = 0; i < answer.names.size(); ++i) {
            json[answer.names[i]] = json_of(row[i]);
        }
        output.write(std::exchange(before, ",\n") + text::json_text(json));
    }
    output.write(answer.rows.empty() ? "[\n]\n" : "\n]\n");
}

} // namespace

void write_rows(const QueryRows& answer, RowFormat format, std::size_t width, text::Output& output,
                std::string_view whole) {
    switch (format) {
    case RowFormat::table:
        return write_table(answer, width, whole, output);
    case RowFormat::csv:
        return write_csv(answer, output);
    case RowFormat::json:
        return write_json(answer, output);
    }
}

} // namespace proxima::cli
