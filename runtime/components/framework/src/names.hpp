// Checks names, and lists them in messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proxima::framework {

// Returns "; did you mean mesh?" if a known name is similar to `wanted`; else "; `what`: a, b and
// c", or "; there are none".
std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what);

// Returns "a, b and c", or "a, b ..." if there are too many.
std::string enumerate(const std::vector<std::string>& names);

// Returns whether `text` can name a port or an instance: printable, without white space.
bool is_name(std::string_view text) noexcept;

// Returns whether `text` is an identifier of C++, or a keyword.
bool is_identifier(std::string_view text) noexcept;

} // namespace proxima::framework
