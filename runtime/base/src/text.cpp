#include <proxima/base/edit_distance.hpp>
#include <proxima/base/text.hpp>
#include <proxima/format/glob.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace proxima::base {
namespace {

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

std::string joined(const std::vector<std::string>& words, const char* last_separator) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == words.size() ? last_separator : ", ") + words[i];
    }
    return text;
}

std::string_view last_part(std::string_view name) {
    const auto separator = name.find_last_of(":.");
    return separator == std::string_view::npos ? name : name.substr(separator + 1);
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

std::vector<std::string> nearest_names(std::string_view wanted,
                                       const std::vector<std::string>& names, std::size_t most) {
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

std::string did_you_mean(const std::vector<std::string>& suggestions) {
    return suggestions.empty() ? "" : "; did you mean " + joined(suggestions, " or ") + "?";
}

std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what) {
    if (const auto nearest = nearest_names(wanted, known, 1); !nearest.empty()) {
        return did_you_mean(nearest);
    }
    return known.empty() ? "; there are no " + std::string(what)
                         : "; " + std::string(what) + " are " + joined(known, ", ");
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

std::string dot_string(std::string_view text) {
    std::string quoted;
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            quoted += '\\';
        }
        quoted += is_control(c) ? '?' : c;
    }
    return quoted;
}

bool is_utf8(std::string_view text) {
    try {
        static_cast<void>(nlohmann::json(text).dump());
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

std::string openmetrics_label(std::string_view text) {
    const bool is_text = is_utf8(text);
    std::string quoted = "\"";
    for (const char c : printable(text)) {
        if (c == '\\' || c == '"') {
            quoted += '\\';
        }
        quoted += is_text || static_cast<unsigned char>(c) < 0x80 ? c : '?';
    }
    return quoted + '"';
}

} // namespace proxima::base
