// Whether Clang can make sense of a command line, asked without parsing anything.
#pragma once

#include <string>
#include <vector>

namespace proxima::gen {

// `arguments` is a complete command line for the driver without an input file.
bool is_understood(const std::vector<std::string>& arguments);

} // namespace proxima::gen
