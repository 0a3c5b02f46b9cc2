#include <proxima/format/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace proxima::format {
namespace {

// Returns the length of the UTF-8 character at the beginning of `text`; 0 if it is invalid.
std::size_t utf8_length(std::string_view text) noexcept {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80) {
        return 1;
    }
    const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) {
        return 0;
    }
    std::uint32_t code = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0U) != 0x80U) {
            return 0;
        }
        code = code << 6U | (next & 0x3FU);
    }
    const bool is_surrogate = code >= 0xD800 && code < 0xE000;
    const bool is_too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    return is_surrogate || is_too_long || code > 0x10FFFF ? 0 : length;
}

} // namespace

void JsonWriter::separate() {
    if (!first_ && !after_key_) {
        text_ += ", ";
    }
    first_ = false;
    after_key_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    text_ += bracket;
    ++depth_;
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    text_ += bracket;
    --depth_;
    first_ = false;
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view token) {
    separate();
    text_ += token;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    separate();
    quote(name);
    text_ += ": ";
    after_key_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    separate();
    quote(text);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    if (!std::isfinite(number)) {
        return null();
    }
    std::array<char, 32> digits{};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    const std::string_view text(digits.data(),
                                static_cast<std::size_t>(result.ptr - digits.data()));
    raw(text);
    if (text.find_first_of(".e") == std::string_view::npos) {
        text_ += ".0";
    }
    return *this;
}

JsonWriter& JsonWriter::new_line() {
    if (depth_ > 0 && !first_ && !after_key_) { // nothing follows the outermost value
        text_ += ',';
        first_ = true;
    }
    text_ += '\n';
    constexpr std::size_t enough = 65'536;
    if (sink_ && text_.size() > enough) {
        flush();
    }
    return *this;
}

void JsonWriter::flush() {
    sink_(text_);
    text_.clear();
}

void JsonWriter::quote(std::string_view text) {
    constexpr char digits[] = "0123456789abcdef";
    text_ += '"';
    while (!text.empty()) {
        const auto character = static_cast<unsigned char>(text.front());
        const std::size_t length = utf8_length(text);
        if (length == 0) {
            text_ += "\xEF\xBF\xBD";
        } else if (character == '"' || character == '\\') {
            text_ += '\\';
            text_ += text.front();
        } else if (character < 0x20) {
            text_ += "\\u00";
            text_ += digits[character >> 4U];
            text_ += digits[character & 0xFU];
        } else {
            text_ += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    text_ += '"';
}

} // namespace proxima::format
