#include "files/json_cursor.hpp"

#include "files/utf8.hpp"

#include <proxima/rundir/error.hpp>

#include <array>
#include <cctype>
#include <charconv>
#include <cstring>
#include <limits>

namespace proxima::rundir {
namespace {

constexpr std::uint64_t every_byte(std::uint64_t byte) {
    return byte * 0x0101010101010101U;
}

/// The high bit of some byte is set if a byte of `word` is zero, and else none.
constexpr std::uint64_t zero_bytes(std::uint64_t word) {
    return (word - every_byte(0x01)) & ~word & every_byte(0x80);
}

/// Eight characters of which none ends a string or needs a closer look.
bool is_plain(const char* text) {
    std::uint64_t word = 0;
    std::memcpy(&word, text, sizeof word);
    const auto control = (word - every_byte(0x20)) & ~word & every_byte(0x80);
    return (control | zero_bytes(word ^ every_byte('"')) | zero_bytes(word ^ every_byte('\\')) |
            (word & every_byte(0x80))) == 0;
}

bool is_plain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

constexpr std::array<double, 23> powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr std::uint64_t exact_in_double = std::uint64_t{1} << 53;

double converted(const char* first, const char* last) {
    double value = 0;
    const auto result = std::from_chars(first, last, value);
    if (result.ec == std::errc::result_out_of_range) {
        const std::string_view text(first, static_cast<std::size_t>(last - first));
        const auto exponent = text.find_first_of("eE");
        const bool is_small = exponent != std::string_view::npos && text[exponent + 1] == '-';
        return is_small ? 0 : std::numeric_limits<double>::infinity();
    }
    return value;
}

} // namespace

void JsonCursor::refuse(const std::string& problem) const {
    throw Error(file_, static_cast<std::uint64_t>(next_ - begin_) + 1,
                "not valid JSON: " + (next_ == end_ ? "the text ends too early" : problem));
}

void JsonCursor::refuse_all_but(char c) const {
    refuse(std::string("expected `") + c + "`");
}

void JsonCursor::expect_end() {
    peek();
    if (next_ != end_) {
        refuse("something follows the end");
    }
}

/// The digits of a number as one whole number, while that fits.
struct JsonCursor::Digits {
    std::uint64_t value = 0;
    bool fits = true;
    int sure = std::numeric_limits<std::uint64_t>::digits10; ///< so many more fit, whichever

    void add(char c) {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (sure > 0) {
            --sure;
        } else {
            fits = fits && value <= (std::numeric_limits<std::uint64_t>::max() - digit) / 10;
        }
        value = value * 10 + digit;
    }
};

/// At least one.
void JsonCursor::step_over_digits(Digits& digits) {
    const auto* next = next_;
    for (; next != end_ && is_digit(*next); ++next) {
        digits.add(*next);
    }
    if (next == next_) {
        refuse("expected a digit");
    }
    next_ = next;
}

JsonNumber JsonCursor::number() {
    JsonNumber number;
    Digits digits;
    peek();
    const auto* const first = next_;
    number.is_negative = step_over('-');
    if (next_ == end_ || !is_digit(*next_)) {
        refuse("expected a number");
    }
    if (!step_over('0')) {
        step_over_digits(digits);
    }
    number.is_whole = digits.fits;
    number.magnitude = digits.value;
    std::ptrdiff_t decimals = 0;
    if (step_over('.')) {
        const auto* const fraction = next_;
        step_over_digits(digits);
        decimals = next_ - fraction;
        number.is_whole = false;
    }
    const auto* const mantissa_end = next_;
    if (step_over('e') || step_over('E')) {
        static_cast<void>(step_over('+') || step_over('-'));
        Digits ignored;
        step_over_digits(ignored);
        number.is_whole = false;
    }
    // Both operands are exact, so the one rounding of the quotient gives the nearest double.
    if (next_ == mantissa_end && digits.fits && digits.value <= exact_in_double &&
        decimals < static_cast<std::ptrdiff_t>(powers_of_ten.size())) {
        const double value =
            static_cast<double>(digits.value) / powers_of_ten[static_cast<std::size_t>(decimals)];
        number.value = number.is_negative ? -value : value;
    } else {
        number.value = converted(first, next_);
    }
    return number;
}

void JsonCursor::step_over_plain_text() {
    while (end_ - next_ >= 8 && is_plain(next_)) {
        next_ += 8;
    }
    while (next_ != end_ && is_plain(*next_)) {
        ++next_;
    }
}

/// From the opening quote to behind the closing one.
void JsonCursor::step_over_string(bool& has_escapes) {
    if (!step_over('"')) {
        refuse("expected a text");
    }
    for (;;) {
        step_over_plain_text();
        if (step_over('"')) {
            return;
        }
        if (step_over('\\')) {
            has_escapes = true;
            if (next_ == end_ ||
                std::string_view("\"\\/bfnrtu").find(*next_) == std::string_view::npos) {
                refuse("an escape that does not exist");
            }
            if (*next_++ == 'u') {
                for (int i = 0; i < 4; ++i, ++next_) {
                    if (next_ == end_ || std::isxdigit(static_cast<unsigned char>(*next_)) == 0) {
                        refuse("expected four hexadecimal digits");
                    }
                }
            }
            continue;
        }
        const auto length = utf8_length(next_, end_);
        if (length == 0) {
            refuse("a text with a byte that is not UTF-8, or a control character");
        }
        next_ += length;
    }
}

std::string_view JsonCursor::string() {
    bool has_escapes = false;
    const auto* const first = next_ + 1;
    step_over_string(has_escapes);
    const std::string_view text(first, static_cast<std::size_t>(next_ - 1 - first));
    return has_escapes ? decoded(text) : text;
}

std::uint32_t JsonCursor::code_unit(std::string_view escaped, std::size_t& i) const {
    std::uint32_t unit = 0;
    std::from_chars(escaped.data() + i, escaped.data() + i + 4, unit, 16);
    i += 4;
    return unit;
}

/// Escapes were checked when they were stepped over.
std::string_view JsonCursor::decoded(std::string_view escaped) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    scratch_.clear();
    for (std::size_t i = 0; i < escaped.size();) {
        const char c = escaped[i++];
        if (c != '\\') {
            scratch_ += c;
            continue;
        }
        const char letter = escaped[i++];
        if (letter != 'u') {
            scratch_ += meanings[letters.find(letter)];
            continue;
        }
        auto code = code_unit(escaped, i);
        const bool is_first_half = code >= 0xd800 && code < 0xdc00;
        if (is_first_half && escaped.substr(i, 2) == "\\u") {
            i += 2;
            const auto second = code_unit(escaped, i);
            code = second >= 0xdc00 && second < 0xe000
                       ? 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00)
                       : 0xd800;
        }
        if (code >= 0xd800 && code < 0xe000) {
            refuse("a text with half a surrogate pair");
        }
        append_utf8(scratch_, code);
    }
    return scratch_;
}

void JsonCursor::step_over_word(std::string_view word) {
    if (static_cast<std::size_t>(end_ - next_) < word.size() ||
        std::string_view(next_, word.size()) != word) {
        refuse("expected a value");
    }
    next_ += word.size();
}

void JsonCursor::step_over_scalar() {
    switch (peek()) {
    case '"': {
        bool ignored = false;
        step_over_string(ignored);
        break;
    }
    case 't':
        step_over_word("true");
        break;
    case 'f':
        step_over_word("false");
        break;
    case 'n':
        step_over_word("null");
        break;
    default:
        number();
    }
}

std::string_view JsonCursor::skip() {
    const char first_character = peek();
    const auto* const first = next_;
    if (first_character != '{' && first_character != '[') {
        step_over_scalar();
        return {first, static_cast<std::size_t>(next_ - first)};
    }
    open_.clear();
    bool is_begun = true; // the innermost object or array, with nothing in it yet
    open_ += *next_++;
    while (!open_.empty()) {
        const bool is_object = open_.back() == '{';
        const char close = is_object ? '}' : ']';
        if (take(close)) {
            open_.pop_back();
            is_begun = false;
            continue;
        }
        if (!is_begun) {
            expect(',');
        }
        if (is_object) {
            peek();
            bool ignored = false;
            step_over_string(ignored);
            expect(':');
        }
        const char next = peek();
        is_begun = next == '{' || next == '[';
        if (is_begun) {
            open_ += *next_++;
        } else {
            step_over_scalar();
        }
    }
    return {first, static_cast<std::size_t>(next_ - first)};
}

} // namespace proxima::rundir
