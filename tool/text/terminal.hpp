// The capabilities of standard output.
#pragma once

#include <cstddef>
#include <string_view>

namespace proxima::text {

class Output;

enum class ColorChoice { automatic, always, never };

struct Terminal {
    std::size_t width = 80; // in character cells
    bool unicode = false;   // box-drawing characters may be used
    bool color = false;
};

// Asks the standard output. `width` 0 means: as wide as the terminal, else $COLUMNS, else 80.
// Colour is off by default when the output is no terminal or when NO_COLOR is set and not empty.
Terminal standard_output_terminal(std::size_t width, ColorChoice color);

// printable() `text`, broken at blanks to the width of the terminal.
void print_paragraph(std::string_view text, const Terminal& terminal, Output& output);

// True if progress may be shown: standard error is a terminal, and standard output is not or is
// not written to.
bool progress_visible(bool writes_output = true);

} // namespace proxima::text
