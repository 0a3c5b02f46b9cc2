#include <proxima/format/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace proxima::format {

namespace {

// The length of the UTF-8 character that `text` begins with; 0 if it does not begin with one.
std::size_t utf8_length(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto continues = [&](std::size_t i) {
        return i < text.size() && (byte(i) & 0xC0U) == 0x80U;
    };
    const unsigned first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first < 0xE0) {
        return continues(1) ? 2 : 0;
    }
    if (first >= 0xE0 && first < 0xF0) {
        const bool valid = continues(1) && continues(2) && (first != 0xE0 || byte(1) >= 0xA0) &&
                           (first != 0xED || byte(1) < 0xA0);
        return valid ? 3 : 0;
    }
    if (first >= 0xF0 && first < 0xF5) {
        const bool valid = continues(1) && continues(2) && continues(3) &&
                           (first != 0xF0 || byte(1) >= 0x90) && (first != 0xF4 || byte(1) < 0x90);
        return valid ? 4 : 0;
    }
    return 0;
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
