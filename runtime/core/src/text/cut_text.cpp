#include "text/cut_text.hpp"

namespace proxima::detail {

namespace {

constexpr std::string_view ellipsis = "...";

bool continues_character(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

} // namespace

std::size_t whole_characters(std::string_view text, std::size_t most) noexcept {
    constexpr std::size_t most_continuing = 3; // of one character
    for (std::size_t back = 0; back <= most_continuing && back <= most; ++back) {
        if (!continues_character(text[most - back])) {
            return most - back;
        }
    }
    return most; // not UTF-8
}

std::string cut_text(std::string_view text, std::size_t most) {
    if (text.size() <= most) {
        return std::string(text);
    }
    std::string cut(text.substr(0, whole_characters(text, most - ellipsis.size())));
    return cut.append(ellipsis);
}

} // namespace proxima::detail
