#include "text/csv_text.hpp"

#include <charconv>

namespace proxima::text {
namespace {

bool is_number(std::string_view text) {
    double value = 0;
    const bool has_plus = !text.empty() && text.front() == '+';
    const auto* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + (has_plus ? 1 : 0), end, value);
    return error == std::errc() && stop == end;
}

bool looks_like_a_formula(std::string_view text) {
    return !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != text.npos &&
           !is_number(text);
}

} // namespace

void append_csv_field(fmt::memory_buffer& out, std::string_view text) {
    const std::string_view guard = looks_like_a_formula(text) ? "'" : "";
    const bool is_quoted = text.find_first_of(",\"\r\n") != std::string_view::npos;
    if (is_quoted) {
        out.push_back('"');
    }
    out.append(guard);
    for (const char c : text) {
        if (c == '"') {
            out.push_back('"');
        }
        out.push_back(c);
    }
    if (is_quoted) {
        out.push_back('"');
    }
}

} // namespace proxima::text
