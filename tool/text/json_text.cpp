#include "text/json_text.hpp"

#include <proxima/base/text.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace proxima::text {
namespace {

bool stands_for_itself(char c) {
    const auto code = static_cast<unsigned char>(c);
    return code >= 0x20 && code < 0x7f && c != '"' && c != '\\';
}

// JSON allows DEL and C1 control characters, which terminals obey.
std::string with_escaped_controls(std::string text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
        if (text[i] == '\x7f') {
            text.replace(i, 1, "\\u007f");
        } else if (text[i] == '\xc2' && next < 0xa0) {
            text.replace(i, 2, fmt::format("\\u00{:02x}", next));
        }
    }
    return text;
}

} // namespace

void append_json_string(fmt::memory_buffer& out, std::string_view text) {
    if (std::all_of(text.begin(), text.end(), stands_for_itself)) {
        out.push_back('"');
        out.append(text.data(), text.data() + text.size());
        out.push_back('"');
        return;
    }
    const std::string quoted = json_text(std::string(text));
    out.append(quoted.data(), quoted.data() + quoted.size());
}

std::string json_text(const nlohmann::ordered_json& json, int indentation) {
    return with_escaped_controls(
        json.dump(indentation, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void append_json_number(fmt::memory_buffer& out, double value) {
    if (std::isfinite(value)) {
        fmt::format_to(fmt::appender(out), "{}", value);
    } else {
        fmt::format_to(fmt::appender(out), "null");
    }
}

std::string clean_text(std::string_view text) {
    return base::printable(utf8_text(text));
}

} // namespace proxima::text
