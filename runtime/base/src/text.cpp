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
    std::string clean(text);
    std::replace_if(clean.begin(), clean.end(), is_control, '?');
    // C1 control characters: U+0080 to U+009F
    for (std::size_t i = 0; i + 1 < clean.size(); ++i) {
        if (clean[i] == '\xc2' && static_cast<unsigned char>(clean[i + 1]) < 0xa0) {
            clean[i] = clean[i + 1] = '?';
        }
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
