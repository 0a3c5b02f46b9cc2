// Suggests names for misspelt ones. The framework includes only this header of base.
//
//     const auto nearest = base::nearest_names("conect", {"connect", "disconnect"}, 1); // connect
//
// Thread safety: all functions are thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::base {

/// Levenshtein's distance: the number of characters to insert, remove or replace. Keeps one row of
/// the table; takes time proportional to the product of the lengths.
inline std::size_t edit_distance(std::string_view left, std::string_view right) {
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

/// Changes ASCII letters to lower case.
inline std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& character : lower) {
        if (character >= 'A' && character <= 'Z') {
            character = static_cast<char>(character - 'A' + 'a');
        }
    }
    return lower;
}

/// The part of a name after its last `:` or `.`.
inline std::string_view last_part(std::string_view name) {
    const auto separator = name.find_last_of(":.");
    return separator == std::string_view::npos ? name : name.substr(separator + 1);
}

/// Returns at most `most` of `names`, the most similar to `wanted` first. Leaves out names that
/// differ in more than half of their last part. Ignores case, and the qualification of a name if
/// the last parts are more similar.
inline std::vector<std::string>
nearest_names(std::string_view wanted, const std::vector<std::string>& names, std::size_t most) {
    const std::string meant = in_lower_case(wanted);
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const auto& name : names) {
        const std::string offered = in_lower_case(name);
        const std::size_t differing = std::min(edit_distance(meant, offered),
                                               edit_distance(last_part(meant), last_part(offered)));
        if (differing * 2 <= std::max<std::size_t>(last_part(meant).size(), 2)) {
            ranked.emplace_back(differing, name);
        }
    }
    std::sort(ranked.begin(), ranked.end());
    ranked.erase(std::unique(ranked.begin(), ranked.end()), ranked.end());
    ranked.resize(std::min(ranked.size(), most));
    std::vector<std::string> nearest;
    for (auto& [differing, name] : ranked) {
        nearest.push_back(std::move(name));
    }
    return nearest;
}

} // namespace proxima::base
