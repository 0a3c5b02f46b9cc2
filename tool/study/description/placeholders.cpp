#include "placeholders.hpp"

#include <algorithm>
#include <cctype>

namespace proxima::study {
namespace {

bool begins_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
}

/// The length of the name that begins at `at` and ends before `}`; 0 if there is none.
std::size_t name_length(std::string_view text, std::size_t at) {
    auto end = at;
    while (end < text.size() && is_in_name(text[end])) {
        ++end;
    }
    const bool is_name = end > at && begins_name(text[at]) && end < text.size() && text[end] == '}';
    return is_name ? end - at : 0;
}

/// Calls `plain(text)` for what stands for itself and `placeholder(name)`.
template <typename Plain, typename Placeholder>
void walk(std::string_view text, Plain plain, Placeholder placeholder) {
    for (std::size_t i = 0; i < text.size();) {
        const bool is_doubled = text.substr(i, 2) == "{{";
        const auto length =
            text[i] == '{' ? name_length(text, i + (is_doubled ? 2 : 1)) : std::size_t{0};
        if (is_doubled && length > 0 && text.substr(i + 2 + length, 2) == "}}") {
            plain(text.substr(i + 1, length + 2));
            i += length + 4;
        } else if (!is_doubled && length > 0) {
            placeholder(text.substr(i + 1, length));
            i += length + 2;
        } else {
            plain(text.substr(i, 1));
            ++i;
        }
    }
}

} // namespace

std::vector<std::string> placeholders_in(std::string_view text) {
    std::vector<std::string> names;
    walk(
        text, [](std::string_view) {},
        [&](std::string_view name) {
            if (std::find(names.begin(), names.end(), name) == names.end()) {
                names.emplace_back(name);
            }
        });
    return names;
}

std::string filled_in(std::string_view text, const Settings& values) {
    std::string made;
    walk(
        text, [&](std::string_view piece) { made += piece; },
        [&](std::string_view name) {
            const auto* value = find(values, std::string(name));
            made += value != nullptr ? *value : "{" + std::string(name) + "}";
        });
    return made;
}

} // namespace proxima::study
