// Text for people: names that they write, and names that are shown to them.
#pragma once

#include <proxima/base/edit_distance.hpp>

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace proxima::base {

/// `*` stands for any characters, `?` for one, all else for itself.
bool matches_glob(std::string_view pattern, std::string_view text);
/// `Op<int, double>` and `Op<int,double>` are the same.
bool matches_glob_but_for_spaces(std::string pattern, std::string text);
bool has_wildcard(std::string_view pattern);

/// The number that all of `text` is; no `inf` and `nan`.
template <typename Number = double>
std::optional<Number> number_of(std::string_view text) {
    Number number = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const bool is_number = error == std::errc() && stop == end && std::isfinite(number);
    return is_number ? std::optional(number) : std::nullopt;
}

/// `a, b, c`
template <class Words>
std::string joined(const Words& words, std::string_view separator = ", ") {
    std::string text;
    for (const auto& word : words) {
        text.append(text.empty() ? "" : separator).append(word);
    }
    return text;
}

/// `; did you mean a, b or c?`, or nothing if there are no suggestions.
std::string did_you_mean(const std::vector<std::string>& suggestions);

/// `; did you mean connect?`, or `; WHAT are a, b, c`.
std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what);

/// `text` without control characters, which from a foreign file could make a terminal do things.
std::string printable(std::string_view text);

/// `text` as the value of a label of OpenMetrics, in its quotes. Of text that is no UTF-8, which
/// would spoil the whole page, the bytes beyond ASCII are `?`.
std::string openmetrics_label(std::string_view text);

/// The beginning of `text` as a file may be called: letters, digits and `allowed`, and one `_` for
/// what is between them.
std::string file_name(std::string_view text, std::string_view allowed);

/// What stands between the quotes of Graphviz for `text`; control characters become question marks.
std::string dot_string(std::string_view text);

/// Only such text can be written as JSON.
bool is_utf8(std::string_view text);

} // namespace proxima::base
