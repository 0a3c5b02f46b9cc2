// Patterns of names: `*` stands for any characters, `?` for one.
#pragma once

#include <string_view>

namespace proxima::detail {

bool matches(std::string_view pattern, std::string_view name) noexcept;

// Of a method, given as `port::method` and `port::method(types)`: a pattern with types is one for
// the latter.
bool matches_method(std::string_view pattern, std::string_view method,
                    std::string_view method_with_types) noexcept;

} // namespace proxima::detail
