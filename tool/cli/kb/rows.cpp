#include "kb/kb_verbs.hpp"
#include "text/csv_text.hpp"
#include "text/json_text.hpp"
#include "text/style.hpp"
#include "text/terminal.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <iterator>

namespace proxima::cli {
namespace {

using knowledge::Rows;
using knowledge::Value;

constexpr std::size_t gap = 2;
constexpr std::size_t readable = 18; ///< longer words may be shortened

struct Column {
    std::string title;
    bool is_time = false;
    bool is_number = true;
    std::size_t width = 0;
    std::size_t longest_word = 0;
    std::vector<std::string> cells;
};

std::size_t longest_word(const std::string& text) {
    std::size_t longest = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find(' ', begin), text.size());
        longest =
            std::max(longest, display_width(std::string_view(text).substr(begin, end - begin)));
        begin = end + 1;
    }
    return std::min(longest, readable);
}

std::string cell_text(const Value& value, bool is_time) {
    if (const auto* number = std::get_if<double>(&value)) {
        return is_time ? human_time(*number) : human_number(*number);
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return is_time ? human_time(static_cast<double>(*whole)) : std::to_string(*whole);
    }
    const auto* text = std::get_if<std::string>(&value);
    return text == nullptr ? "-" : printable(*text);
}

std::vector<Column> columns_of(const Rows& answer) {
    std::vector<Column> columns;
    for (std::size_t i = 0; i < answer.names.size(); ++i) {
        Column column;
        const auto& name = answer.names[i];
        column.is_time = name.ends_with("_us");
        column.title = printable(column.is_time ? name.substr(0, name.size() - 3) : name);
        column.width = display_width(column.title);
        column.longest_word = longest_word(column.title);
        for (const auto& row : answer.rows) {
            column.is_number = column.is_number && !std::holds_alternative<std::string>(row[i]);
            column.cells.push_back(cell_text(row[i], column.is_time));
            column.width = std::max(column.width, display_width(column.cells.back()));
            column.longest_word = std::max(column.longest_word, longest_word(column.cells.back()));
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

/// Texts that are the same in all rows stand above the table, once, where it is too wide.
void write_equal(std::vector<Column>& columns, std::size_t width, Output& output) {
    if (width_of(columns) <= width) {
        return;
    }
    std::erase_if(columns, [&](const Column& column) {
        const bool is_equal =
            !column.is_number && column.cells.size() > 1 &&
            std::all_of(column.cells.begin(), column.cells.end(),
                        [&](const auto& cell) { return cell == column.cells.front(); });
        if (is_equal) {
            output.print("{} {}\n", column.title, column.cells.front());
        }
        return is_equal;
    });
}

/// Takes from the widest texts first, which are broken at blanks; words stay whole.
void narrow(std::vector<Column>& columns, std::size_t width) {
    for (auto total = width_of(columns); total > width; --total) {
        Column* widest = nullptr;
        for (auto& column : columns) {
            if (!column.is_number && column.width > column.longest_word &&
                (widest == nullptr || column.width > widest->width)) {
                widest = &column;
            }
        }
        if (widest == nullptr) {
            return;
        }
        --widest->width;
    }
}

/// As many lines as the highest of the texts needs.
std::vector<std::string> lines_of(const std::vector<Column>& columns,
                                  const std::vector<std::string>& texts) {
    std::vector<std::string> lines;
    std::size_t indent = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto& column = columns[i];
        const auto parts = wrapped(texts[i], column.width, false);
        lines.resize(std::max(lines.size(), parts.size()));
        for (std::size_t line = 0; line < parts.size(); ++line) {
            lines[line] = pad_right(lines[line], indent) +
                          (column.is_number ? pad_left(parts[line], column.width) : parts[line]);
        }
        indent += column.width + gap;
    }
    return lines;
}

/// Columns of numbers on the right side, and times in the unit that fits.
void write_table(const Rows& answer, std::size_t width, Output& output) {
    const auto terminal = standard_output_terminal(width, ColorChoice::automatic);
    auto columns = columns_of(answer);
    write_equal(columns, terminal.width, output);
    narrow(columns, terminal.width);
    std::vector<std::string> texts;
    for (const auto& column : columns) {
        texts.push_back(column.title);
    }
    for (const auto& line : lines_of(columns, texts)) {
        output.print("{}\n", Style(terminal.color).heading(line));
    }
    for (std::size_t row = 0; row < answer.rows.size(); ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            texts[i] = columns[i].cells[row];
        }
        for (const auto& line : lines_of(columns, texts)) {
            output.print("{}\n", line);
        }
    }
}

/// A text that a spreadsheet reads as one cell.
void write_csv(const Rows& answer, Output& output) {
    const auto write_line = [&](const auto& cells, const auto& write_cell) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            output.write(i == 0 ? "" : ",");
            write_cell(cells[i]);
        }
        output.write("\n");
    };
    const auto write_text = [&](const std::string& text) {
        append_csv_field(output.buffer(), text);
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

void append_json(const Value& value, fmt::memory_buffer& out) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        append_json_string(out, *text);
    } else if (const auto* number = std::get_if<double>(&value)) {
        append_json_number(out, *number);
    } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        fmt::format_to(fmt::appender(out), "{}", *whole);
    } else {
        out.append(std::string_view("null"));
    }
}

/// An array with an object for each row.
void write_json(const Rows& answer, Output& output) {
    output.write("[");
    for (std::size_t row = 0; row < answer.rows.size(); ++row) {
        output.write(row == 0 ? "\n{" : ",\n{");
        for (std::size_t i = 0; i < answer.names.size(); ++i) {
            output.write(i == 0 ? "" : ",");
            append_json_string(output.buffer(), answer.names[i]);
            output.write(":");
            append_json(answer.rows[row][i], output.buffer());
        }
        output.write("}");
    }
    output.write("\n]\n");
}

} // namespace

void write_rows(const Rows& answer, RowFormat format, std::size_t width, Output& output) {
    switch (format) {
    case RowFormat::table:
        return write_table(answer, width, output);
    case RowFormat::csv:
        return write_csv(answer, output);
    case RowFormat::json:
        return write_json(answer, output);
    }
}

} // namespace proxima::cli
