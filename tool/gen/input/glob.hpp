// The pattern language of selection rules: `*` is any text, `?` one character, all else itself.
#pragma once

#include <string>
#include <string_view>

namespace proxima::gen {

/// Brackets are ordinary characters, so that `operator[]` needs no quoting.
bool glob_matches(std::string_view pattern, std::string_view text);

/// `Op<int, double>` and `Op<int,double>` are the same.
bool glob_matches_but_for_spaces(std::string pattern, std::string text);

bool has_wildcard(std::string_view pattern);

} // namespace proxima::gen
