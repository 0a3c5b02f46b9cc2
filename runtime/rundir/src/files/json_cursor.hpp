// Reading JSON text once from front to back, for files of which memory must not hold a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace proxima::rundir {

/// A number of a JSON text.
struct JsonNumber {
    double value = 0; ///< infinite if it is too large
    std::uint64_t magnitude = 0;
    bool is_whole = false; ///< no fraction, no exponent, and `magnitude` is it without the sign
    bool is_negative = false;

    bool is_unsigned() const { return is_whole && !is_negative; }
};

/// Points into a text. Each function takes the value that is next, checks it whole, and throws
/// Error, with the offset of what is not JSON. None recurses.
class JsonCursor {
public:
    JsonCursor(const std::filesystem::path& file, const char* begin, const char* end)
        : file_(file), begin_(begin), next_(begin), end_(end) {}

    /// The first character of the next value, or of what is in its place; '\0' at the end.
    char peek() {
        while (next_ != end_ && is_blank(*next_)) {
            ++next_;
        }
        return next_ == end_ ? '\0' : *next_;
    }

    /// Where the next value begins, after peek(), or what has been taken ends.
    const char* position() const { return next_; }

    /// What has not been taken.
    std::string_view rest() const { return {next_, static_cast<std::size_t>(end_ - next_)}; }

    /// Steps over `c` if it is next.
    bool take(char c) {
        const bool is_next = peek() == c && next_ != end_;
        next_ += is_next ? 1 : 0;
        return is_next;
    }

    /// Steps over `written` if it is next, after peek(). It must be text that was taken before, up
    /// to the end of a value or to a bracket, comma or colon: then it need not be checked again.
    bool take_again(std::string_view written) {
        const bool is_next = static_cast<std::size_t>(end_ - next_) >= written.size() &&
                             std::memcmp(next_, written.data(), written.size()) == 0;
        next_ += is_next ? written.size() : 0;
        return is_next;
    }

    /// The text of a string; valid until the next call, where it had escapes in it.
    std::string_view string();

    /// The key of a member, with the colon.
    std::string_view key() {
        peek();
        const auto key = string();
        expect(':');
        return key;
    }

    JsonNumber number();

    /// Any value, as it is written.
    std::string_view skip();

    /// Calls `member(key)` for each member of an object; it must take the value.
    template <typename Member>
    void object(Member member) {
        members([&] { member(key()); });
    }

    /// Calls `member()` for each member of an object; it must take key() and the value.
    template <typename Member>
    void members(Member member) {
        between('{', '}', member);
    }

    /// Calls `element()` for each element of an array; it must take the value.
    template <typename Element>
    void array(Element element) {
        between('[', ']', element);
    }

    /// Only blanks may follow.
    void expect_end();

private:
    struct Digits;

    static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

    template <typename Part>
    void between(char open, char close, Part part) {
        expect(open);
        if (take(close)) {
            return;
        }
        do {
            part();
        } while (take(','));
        expect(close);
    }

    void expect(char c) {
        if (!take(c)) {
            refuse_all_but(c);
        }
    }
    [[noreturn]] void refuse_all_but(char c) const;
    [[noreturn]] void refuse(const std::string& problem) const;

    bool step_over(char c) {
        const bool is_next = next_ != end_ && *next_ == c;
        next_ += is_next ? 1 : 0;
        return is_next;
    }
    void step_over_digits(Digits& digits);
    void step_over_word(std::string_view word);
    void step_over_plain_text();
    void step_over_string(bool& has_escapes);
    void step_over_scalar();
    std::string_view decoded(std::string_view escaped);
    std::uint32_t code_unit(std::string_view escaped, std::size_t& i) const;

    const std::filesystem::path& file_;
    const char* begin_;
    const char* next_;
    const char* end_;
    std::string scratch_;
    std::string open_; ///< brackets of the value that skip() is in
};

} // namespace proxima::rundir
