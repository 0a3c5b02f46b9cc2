// Characters of more than one byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace proxima::rundir {

/// The bytes of the character of two or more bytes at `text`, or 0 if there is none (Unicode 15,
/// table 3-7: no overlong forms, no surrogates).
inline std::ptrdiff_t utf8_length(const char* text, const char* end) {
    const auto byte = [text](std::ptrdiff_t i) { return static_cast<unsigned char>(text[i]); };
    const auto left = end - text;
    if (left < 2 || byte(0) < 0xc2 || byte(0) > 0xf4) {
        return 0;
    }
    const std::ptrdiff_t length = byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
    if (left < length) {
        return 0;
    }
    const unsigned lowest = byte(0) == 0xe0 ? 0xa0 : byte(0) == 0xf0 ? 0x90 : 0x80;
    const unsigned highest = byte(0) == 0xed ? 0x9f : byte(0) == 0xf4 ? 0x8f : 0xbf;
    bool is_right = byte(1) >= lowest && byte(1) <= highest;
    for (std::ptrdiff_t i = 2; i < length; ++i) {
        is_right = is_right && byte(i) >= 0x80 && byte(i) <= 0xbf;
    }
    return is_right ? length : 0;
}

inline void append_utf8(std::string& text, std::uint32_t code) {
    const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xc0 | code >> 6);
        add(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        add(0xe0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3f));
        add(0x80 | (code & 0x3f));
    } else {
        add(0xf0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3f));
        add(0x80 | (code >> 6 & 0x3f));
        add(0x80 | (code & 0x3f));
    }
}

} // namespace proxima::rundir
