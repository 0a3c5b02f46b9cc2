// Parsers and writers of the two text forms of an assembly.
#pragma once

#include <proxima/assembly/assembly.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace proxima::assembly {

// Read an assembly from text without a byte order mark; `file` is for messages.
Assembly parse_script(const std::string& file, std::string_view text);
Assembly parse_json(const std::string& file, const std::string& text);

// Writes a command as a line of a script, without the newline.
std::string to_line(const Action& action);

// Splits `a:b:c`; leaves out empty parts.
std::vector<std::string> split_path(std::string_view text);

} // namespace proxima::assembly
