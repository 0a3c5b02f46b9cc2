// Texts that are longer than there is room for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace proxima::detail {

// The bytes of a longer text, at most `most`, after which a character begins, where it is UTF-8.
std::size_t whole_characters(std::string_view text, std::size_t most) noexcept;

// A text of more than `most` bytes (at least 3) is cut, and ends with "..." then.
std::string cut_text(std::string_view text, std::size_t most);

} // namespace proxima::detail
