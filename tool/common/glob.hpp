// Patterns that users write for names.
#pragma once

#include <string_view>

namespace proxima::tool {

/// `*` stands for any characters, `?` for one.
bool matches_glob(std::string_view pattern, std::string_view text);

} // namespace proxima::tool
