// Patterns of names: `*` stands for any characters, `?` for one.
#pragma once

#include <string_view>

namespace proxima::detail {

bool matches(std::string_view pattern, std::string_view name) noexcept;

} // namespace proxima::detail
