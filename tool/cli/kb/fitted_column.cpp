#include "kb/fitted_column.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace proxima::cli {
namespace {

std::size_t longest_word(const std::vector<std::string>& texts) {
    std::size_t longest = 0;
    for (const std::string_view text : texts) {
        for (std::size_t begin = 0; begin < text.size();) {
            const auto end = std::min(text.find(' ', begin), text.size());
            longest = std::max(longest, display_width(text.substr(begin, end - begin)));
            begin = end + 1;
        }
    }
    return longest;
}

/// Numbers and words stay whole, and so do characters of several bytes.
bool is_separator(char c) {
    return std::ispunct(static_cast<unsigned char>(c)) != 0 || c == ' ';
}

/// How many bytes all texts begin with, up to a separator.
std::size_t common_begin(const std::vector<std::string>& texts) {
    std::size_t size = texts.front().size();
    for (const auto& text : texts) {
        const auto end =
            std::mismatch(text.begin(), text.end(), texts.front().begin(), texts.front().end())
                .first;
        size = std::min(size, static_cast<std::size_t>(end - text.begin()));
    }
    while (size > 0 && !is_separator(texts.front()[size - 1])) {
        --size;
    }
    return size;
}

std::size_t common_end(std::vector<std::string> texts) {
    for (auto& text : texts) {
        std::reverse(text.begin(), text.end());
    }
    return common_begin(texts);
}

/// Replaces what all texts begin with, and end with, by a mark if that is shorter.
void leave_out_common(FittedColumn& column, std::vector<std::string>& texts,
                      const std::string& mark) {
    const auto before = common_begin(texts);
    if (before > mark.size()) {
        column.left_out_before = texts.front().substr(0, before);
        for (auto& text : texts) {
            text.erase(0, before);
        }
    }
    const auto behind = common_end(texts);
    if (behind > mark.size()) {
        column.left_out_behind = texts.front().substr(texts.front().size() - behind);
        for (auto& text : texts) {
            text.erase(text.size() - behind);
        }
    }
    for (auto& text : texts) {
        text = (column.left_out_before.empty() ? "" : mark) + text +
               (column.left_out_behind.empty() ? "" : mark);
    }
}

std::vector<std::vector<std::string>> wrapped_cells(const std::vector<std::string>& texts,
                                                    std::size_t width, bool unicode) {
    std::vector<std::vector<std::string>> cells;
    for (const auto& text : texts) {
        cells.push_back(display_width(text) <= width ? std::vector{text}
                                                     : wrapped(text, width, unicode));
    }
    return cells;
}

template <typename T>
std::size_t different(const std::vector<T>& all) {
    return std::set<T>(all.begin(), all.end()).size();
}

} // namespace

FittedColumn fitted_column(const std::vector<std::string>& all, std::size_t width, bool unicode) {
    FittedColumn column;
    auto texts = all;
    auto longest = longest_word(texts);
    const auto number = longest > width ? different(texts) : 0;
    if (number > 1) {
        leave_out_common(column, texts, unicode ? "…" : "..");
        longest = longest_word(texts);
    }
    column.cells = wrapped_cells(texts, width, unicode);
    while (width < longest && different(column.cells) < number) {
        column.cells = wrapped_cells(texts, ++width, unicode);
    }
    for (const auto& lines : column.cells) {
        for (const auto& line : lines) {
            column.width = std::max(column.width, display_width(line));
        }
    }
    return column;
}

} // namespace proxima::cli
