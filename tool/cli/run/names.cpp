#include "run/names.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace proxima::cli {
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

std::string_view last_part(std::string_view name) {
    const auto separator = name.find_last_of(":.");
    return separator == std::string_view::npos ? name : name.substr(separator + 1);
}

/// Somebody who types `eval_h` means `ns::TNLP::eval_f` more than its distance to the whole name
/// says.
std::size_t distance(std::string_view wanted, std::string_view name) {
    return std::min(edit_distance(wanted, name), edit_distance(last_part(wanted), last_part(name)));
}

} // namespace

bool matches_glob(std::string_view pattern, std::string_view text) {
    std::size_t p = 0;
    std::size_t t = 0;
    std::optional<std::size_t> star;
    std::size_t star_text = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            star_text = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star) {
            p = *star + 1;
            t = ++star_text;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool selects(std::string_view wanted, std::string_view name) {
    if (wanted == name) {
        return true;
    }
    if (!wanted.empty() && wanted.size() < name.size() &&
        name.substr(name.size() - wanted.size()) == wanted) {
        const char before = name[name.size() - wanted.size() - 1];
        if (before == ':' || before == '.') {
            return true;
        }
    }
    return wanted.find_first_of("*?") != std::string_view::npos && matches_glob(wanted, name);
}

std::vector<std::string> nearest(std::string_view wanted,
                                 const std::vector<std::string>& candidates, std::size_t most) {
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const auto& candidate : candidates) {
        const auto differing = distance(wanted, candidate);
        if (differing * 2 <= std::max<std::size_t>(last_part(wanted).size(), 2)) {
            ranked.emplace_back(differing, candidate);
        }
    }
    std::sort(ranked.begin(), ranked.end());
    ranked.resize(std::min(ranked.size(), most));
    std::vector<std::string> names;
    names.reserve(ranked.size());
    for (auto& entry : ranked) {
        names.push_back(std::move(entry.second));
    }
    return names;
}

} // namespace proxima::cli
