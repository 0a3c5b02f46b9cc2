#include <proxima/base/text.hpp>
#include <proxima/format/glob.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace proxima::base {
namespace {

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

// Length of a character at the beginning of UTF-8 text that controls a terminal, ends a line or
// changes the direction of writing; else 0.
std::size_t control_length(std::string_view text) {
    const auto begins = [&](std::string_view lead, unsigned char first, unsigned char last) {
        return text.size() > lead.size() && text.starts_with(lead) &&
               static_cast<unsigned char>(text[lead.size()]) >= first &&
               static_cast<unsigned char>(text[lead.size()]) <= last;
    };
    if (is_control(text.front())) {
        return 1;
    }
    if (begins("\xc2", 0x80, 0x9f) || begins("\xd8", 0x9c, 0x9c)) { // U+0080-009F, 061C
        return 2;
    }
    return begins("\xe2\x80", 0x8e, 0x8f) || begins("\xe2\x80", 0xa8, 0xae) || // 200E-F, 2028-E
                   begins("\xe2\x81", 0xa6, 0xa9)                              // 2066-2069
               ? 3
               : 0;
}

// Joins words: `a, b or c`.
std::string one_of(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    }
    return text;
}

} // namespace

bool matches_glob(std::string_view pattern, std::string_view text) {
    return format::matches(pattern, text);
}

bool matches_glob_but_for_spaces(std::string pattern, std::string text) {
    std::erase(pattern, ' ');
    std::erase(text, ' ');
    return matches_glob(pattern, text);
}

bool has_wildcard(std::string_view pattern) {
    return pattern.find_first_of("*?") != std::string_view::npos;
}

std::string did_you_mean(const std::vector<std::string>& suggestions) {
    return suggestions.empty() ? "" : "; did you mean " + one_of(suggestions) + "?";
}

std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what) {
    if (const auto nearest = nearest_names(wanted, known, 1); !nearest.empty()) {
        return did_you_mean(nearest);
    }
    return known.empty() ? "; there are no " + std::string(what)
                         : "; " + std::string(what) + " are " + joined(known);
}

std::string printable(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        const auto bytes = control_length(text);
        clean.append(bytes, '?');
        if (bytes == 0) {
            clean += text.front();
        }
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    return clean;
}

std::string file_name(std::string_view text, std::string_view allowed) {
    constexpr std::size_t longest = 120;
    std::string name;
    for (const char c : text.substr(0, longest)) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                              allowed.find(c) != std::string_view::npos;
        if (is_plain || name.empty() || name.back() != '_') {
            name += is_plain ? c : '_';
        }
    }
    return name;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.emplace_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return parts;
}

bool is_utf8(std::string_view text) {
    try {
        static_cast<void>(nlohmann::json(text).dump());
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

} // namespace proxima::base
