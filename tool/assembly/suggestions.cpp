#include "suggestions.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace proxima::assembly {
namespace {

/// Levenshtein distance with one row of the table.
std::size_t edit_distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t replaced = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = std::exchange(row[j + 1], std::min({replaced, row[j] + 1, row[j + 1] + 1}));
        }
    }
    return row.back();
}

} // namespace

std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what) {
    const auto nearest =
        std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
            return edit_distance(wanted, a) < edit_distance(wanted, b);
        });
    if (nearest != known.end() &&
        edit_distance(wanted, *nearest) * 2 <= std::max<std::size_t>(wanted.size(), 2)) {
        return "; did you mean " + *nearest + "?";
    }
    return known.empty() ? fmt::format("; there are no {}", what)
                         : fmt::format("; {} are {}", what, fmt::join(known, ", "));
}

} // namespace proxima::assembly
