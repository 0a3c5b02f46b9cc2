#include "kb/collected_rows.hpp"

#include "kb/row_table.hpp"
#include "text/json_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace proxima::cli {
namespace {

using knowledge::Value;

/// A text that a spreadsheet reads as one cell.
void append_csv(fmt::memory_buffer& out, const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        out.append(text);
        return;
    }
    out.push_back('"');
    for (const char c : text) {
        out.append(std::string_view(c == '"' ? "\"\"" : std::string_view(&c, 1)));
    }
    out.push_back('"');
}

} // namespace

void write_csv_line(const std::vector<std::string>& names, Output& output) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        output.write(i == 0 ? "" : ",");
        append_csv(output.buffer(), names[i]);
    }
    output.write("\n");
}

void write_csv_line(const std::vector<Value>& cells, Output& output) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        auto& out = output.buffer();
        if (i > 0) {
            out.push_back(',');
        }
        if (const auto* number = std::get_if<double>(&cells[i])) {
            fmt::format_to(fmt::appender(out), "{}", *number);
        } else if (const auto* whole = std::get_if<std::int64_t>(&cells[i])) {
            fmt::format_to(fmt::appender(out), "{}", *whole);
        } else if (const auto* text = std::get_if<std::string>(&cells[i])) {
            append_csv(out, *text);
        }
    }
    output.write("\n");
}

void write_json_object(const std::vector<std::string>& names, const std::vector<Value>& cells,
                       Output& output) {
    auto& out = output.buffer();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out.append(std::string_view(i == 0 ? "{" : ","));
        append_json_string(out, names[i]);
        out.push_back(':');
        if (const auto* number = std::get_if<double>(&cells[i])) {
            append_json_number(out, *number);
        } else if (const auto* whole = std::get_if<std::int64_t>(&cells[i])) {
            fmt::format_to(fmt::appender(out), "{}", *whole);
        } else if (const auto* text = std::get_if<std::string>(&cells[i])) {
            append_json_string(out, *text);
        } else {
            out.append(std::string_view("null"));
        }
    }
    out.push_back('}');
    output.flush_if_full();
}

void write_rows(const CollectedRows& answer, RowFormat format, std::size_t width, Output& output) {
    if (format == RowFormat::table) {
        write_row_table(answer, width, output);
        return;
    }
    if (format == RowFormat::csv) {
        write_csv_line(answer.names, output);
        for (const auto& row : answer.rows) {
            write_csv_line(row, output);
        }
        return;
    }
    output.write("[");
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
        output.write(i == 0 ? "\n" : ",\n");
        write_json_object(answer.names, answer.rows[i], output);
    }
    output.write("\n]\n");
}

} // namespace proxima::cli
