// Text in character cells.
#pragma once

#include <proxima/base/text.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::text {

// The cells that UTF-8 `text` takes; standard_output_terminal() must have been called.
std::size_t display_width(std::string_view text);

using base::printable;

// printable() `text` in at most `width` cells: the middle is left out, since both ends of a
// qualified name say something.
std::string shorten_middle(std::string_view text, std::size_t width, bool unicode);

// Shortens a component's name like shorten_middle(), but first the kind of instrumented functions,
// `function.`, goes, and the parameter types, `name(...)`, before the name itself.
std::string shorten_name(std::string_view name, std::size_t width, bool unicode);

// `text` in lines of at most `width` cells, broken at blanks; a word that is longer is shortened.
std::vector<std::string> wrapped(std::string_view text, std::size_t width, bool unicode);

// `text` filled with blanks to `width` cells, on its right or on its left.
std::string pad_right(std::string text, std::size_t width);
std::string pad_left(const std::string& text, std::size_t width);

} // namespace proxima::text
