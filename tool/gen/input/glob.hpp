// The pattern language of selection rules: `*` is any text, `?` one character, all else itself.
#pragma once

#include <string_view>

namespace proxima::gen {

/// Brackets are ordinary characters, so that `operator[]` needs no quoting.
bool glob_matches(std::string_view pattern, std::string_view text);

bool has_wildcard(std::string_view pattern);

} // namespace proxima::gen
