#include "text/text.hpp"

#include <algorithm>
#include <cwchar>
#include <vector>

namespace proxima::text {
namespace {

// A character: where it starts and how many cells it takes.
struct Cell {
    std::size_t begin;
    std::size_t width;
};

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Splits at characters; a byte that is not part of a character counts as one cell.
std::vector<Cell> cells_of(std::string_view text) {
    std::vector<Cell> cells;
    std::mbstate_t state{};
    for (std::size_t i = 0; i < text.size();) {
        wchar_t character = 0;
        auto length = std::mbrtowc(&character, text.data() + i, text.size() - i, &state);
        std::size_t width = 1;
        if (length == 0 || length > text.size()) { // NUL, invalid or cut short
            length = 1;
            state = {};
        } else {
            width = static_cast<std::size_t>(std::max(wcwidth(character), 0));
        }
        cells.push_back({i, width});
        i += length;
    }
    return cells;
}

} // namespace

std::size_t display_width(std::string_view text) {
    if (is_ascii(text)) {
        return text.size();
    }
    std::size_t width = 0;
    for (const auto& cell : cells_of(text)) {
        width += cell.width;
    }
    return width;
}

std::string shorten_middle(std::string_view original, std::size_t width, bool unicode) {
    auto text = printable(original);
    if (display_width(text) <= width) {
        return text;
    }
    const std::string_view mark = unicode ? "…" : "..";
    const std::size_t mark_width = unicode ? 1 : 2;
    if (width < mark_width) {
        return std::string(width, '.');
    }
    const auto cells = cells_of(text);
    const std::size_t room = width - mark_width;
    std::size_t head = 0;
    std::size_t used = 0;
    while (used + cells[head].width <= room / 2) {
        used += cells[head++].width;
    }
    std::size_t tail = cells.size();
    while (used + cells[tail - 1].width <= room) {
        used += cells[--tail].width;
    }
    const auto tail_begin = tail < cells.size() ? cells[tail].begin : text.size();
    return text.substr(0, cells[head].begin) + std::string(mark) + text.substr(tail_begin);
}

std::string shorten_name(std::string_view original, std::size_t width, bool unicode) {
    auto name = printable(original);
    constexpr std::string_view of_source = "function.";
    if (display_width(name) > width && name.compare(0, of_source.size(), of_source) == 0) {
        name.erase(0, of_source.size());
    }
    constexpr std::size_t brackets_and_mark = 4;
    const auto open = name.find('(');
    if (display_width(name) <= width || open == std::string::npos || name.back() != ')' ||
        display_width(name.substr(0, open)) + brackets_and_mark > width) {
        return shorten_middle(name, width, unicode);
    }
    const auto types = name.substr(open + 1, name.size() - open - 2);
    const auto room = width - display_width(name.substr(0, open)) - 2;
    return name.substr(0, open + 1) + shorten_middle(types, room, unicode) + ")";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width, bool unicode) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        const auto word = shorten_middle(text.substr(0, end), width, unicode);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (lines.empty() || display_width(lines.back()) + 1 + display_width(word) > width) {
            lines.push_back(word);
        } else {
            lines.back() += " " + word;
        }
    }
    return lines;
}

std::string pad_right(std::string text, std::size_t width) {
    const auto used = display_width(text);
    text.append(used < width ? width - used : 0, ' ');
    return text;
}

std::string pad_left(const std::string& text, std::size_t width) {
    const auto used = display_width(text);
    return std::string(used < width ? width - used : 0, ' ') + text;
}

} // namespace proxima::text
