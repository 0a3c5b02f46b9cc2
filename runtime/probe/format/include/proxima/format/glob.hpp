// Matches patterns: `*` matches any characters, `?` one.
//
//     const bool is_step = format::matches("ns::*::step", "ns::Solver::step");
//     std::cout << is_step << '\n'; // 1
//
// Thread safety: all functions are thread-safe.
// Errors: nothing throws.
#pragma once

#include <cstddef>
#include <string_view>

namespace proxima::format {

// Backtracking to the last star suffices: an earlier star gains nothing by matching more.
inline bool matches(std::string_view pattern, std::string_view name) noexcept {
    constexpr auto none = std::string_view::npos;
    std::size_t at_pattern = 0;
    std::size_t at_name = 0;
    std::size_t star = none;
    std::size_t star_name = 0;
    while (at_name < name.size()) {
        if (at_pattern < pattern.size() && pattern[at_pattern] == '*') {
            star = at_pattern++;
            star_name = at_name;
        } else if (at_pattern < pattern.size() &&
                   (pattern[at_pattern] == '?' || pattern[at_pattern] == name[at_name])) {
            ++at_pattern;
            ++at_name;
        } else if (star != none) {
            at_pattern = star + 1;
            at_name = ++star_name;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at_pattern) == none;
}

} // namespace proxima::format
