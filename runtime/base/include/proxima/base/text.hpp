// Text from and for people: patterns, numbers, suggestions, names that are safe to show or write.
//
//     const bool selected = base::matches_glob("flux.*", "flux.compute");  // true
//     const std::optional<double> limit = base::number_of("1.5");          // 1.5
//     const std::string list = base::joined(std::vector<std::string>{"a", "b"}); // a, b
//
// Thread safety: all functions are thread-safe.
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

/// Matches a whole text: `*` stands for any characters, `?` for one, others for themselves.
bool matches_glob(std::string_view pattern, std::string_view text);
/// Matches without regard to spaces: `Op<int, double>` matches `Op<int,double>`.
bool matches_glob_but_for_spaces(std::string pattern, std::string text);
bool has_wildcard(std::string_view pattern);

/// The number in `text`; empty if the whole text is not a finite number.
template <typename Number = double>
std::optional<Number> number_of(std::string_view text) {
    Number number = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const bool is_number = error == std::errc() && stop == end && std::isfinite(number);
    return is_number ? std::optional(number) : std::nullopt;
}

/// Words with a separator between them: `a, b, c`.
template <class Words>
std::string joined(const Words& words, std::string_view separator = ", ") {
    std::string text;
    for (const auto& word : words) {
        text.append(text.empty() ? "" : separator).append(word);
    }
    return text;
}

/// End of a message: `; did you mean a, b or c?`, or nothing without suggestions.
std::string did_you_mean(const std::vector<std::string>& suggestions);

/// End of a message: `; did you mean connect?`, or `; WHAT are a, b, c` if nothing is similar.
std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what);

/// Replaces control characters, with which a foreign file could control a terminal, by `?`.
std::string printable(std::string_view text);

/// `text` without blanks, tabs and carriage returns at its ends.
std::string_view trimmed(std::string_view text);

/// The trimmed() parts of `text` between separators; one part more than there are separators.
std::vector<std::string> split(std::string_view text, char separator);

/// A file name from the first 120 bytes of `text`: letters, digits and `allowed` stay, one `_`
/// replaces each group of others.
std::string file_name(std::string_view text, std::string_view allowed);

/// True for UTF-8, the only text that JSON can hold.
bool is_utf8(std::string_view text);

} // namespace proxima::base
