// What somebody may have meant. The framework includes this header alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::base {

/// The number of characters to insert, remove or replace: Levenshtein's, with one row of its table.
/// Takes time proportional to the product of the lengths.
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

inline std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& character : lower) {
        if (character >= 'A' && character <= 'Z') {
            character = static_cast<char>(character - 'A' + 'a');
        }
    }
    return lower;
}

/// The one of `known` that differs least from `wanted`, but for upper and lower case; null if all
/// differ in more than half of it.
inline const std::string* nearest_name(std::string_view wanted,
                                       const std::vector<std::string>& known) {
    const std::string meant = in_lower_case(wanted);
    const std::string* nearest = nullptr;
    std::size_t smallest = std::max<std::size_t>(wanted.size(), 2) / 2 + 1;
    for (const std::string& name : known) {
        const std::size_t longer = std::max(name.size(), wanted.size());
        if (longer - std::min(name.size(), wanted.size()) >= smallest) {
            continue; // so much is to be inserted at least
        }
        const std::size_t distance = edit_distance(meant, in_lower_case(name));
        if (distance < smallest) {
            smallest = distance;
            nearest = &name;
        }
    }
    return nearest;
}

} // namespace proxima::base
