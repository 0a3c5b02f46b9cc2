// Pieces of scripts.
#pragma once

#include <proxima/assembly/assembly.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace proxima::assembly {

// Writes a command as a line of a script, without the newline.
std::string to_line(const Action& action);

// Splits `a:b:c`; leaves out empty parts.
std::vector<std::string> split_path(std::string_view text);

} // namespace proxima::assembly
