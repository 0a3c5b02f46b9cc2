#include "names.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace proxima::framework {

namespace {

// More names than this are not read by anybody.
constexpr std::size_t most_listed = 12;

// Levenshtein distance with one row of the table.
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

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& character : lower) {
        if (character >= 'A' && character <= 'Z') {
            character = static_cast<char>(character - 'A' + 'a');
        }
    }
    return lower;
}

} // namespace

std::string enumerate(const std::vector<std::string>& names) {
    std::string text;
    const std::size_t listed = std::min(names.size(), most_listed);
    for (std::size_t i = 0; i < listed; ++i) {
        const bool is_last = i + 1 == names.size();
        text += (i == 0 ? "" : is_last ? " and " : ", ") + names[i];
    }
    return listed < names.size() ? text + " ..." : text;
}

std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what) {
    const std::string meant = in_lower_case(wanted);
    const std::string* nearest = nullptr;
    std::size_t smallest = std::max<std::size_t>(wanted.size(), 2) / 2 + 1;
    for (const std::string& name : known) {
        const std::size_t distance = edit_distance(meant, in_lower_case(name));
        if (distance < smallest) {
            smallest = distance;
            nearest = &name;
        }
    }
    if (nearest != nullptr) {
        return "; did you mean " + *nearest + "?";
    }
    const std::string list(what);
    return known.empty() ? "; there are no " + list : "; " + list + ": " + enumerate(known);
}

bool is_name(std::string_view text) noexcept {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char character) {
        return static_cast<unsigned char>(character) > ' ' && character != 127;
    });
}

bool is_identifier(std::string_view text) noexcept {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return !text.empty() && !is_digit(text.front()) &&
           std::all_of(text.begin(), text.end(), [&](char c) {
               return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
           });
}

} // namespace proxima::framework
