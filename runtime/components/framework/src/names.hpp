// Names in messages: the closest known name, and all known ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proxima::framework {

// "; did you mean mesh?" if one of `known` differs little from `wanted`, else "; `what`: a, b and
// c", or "; there are none".
std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what);

// "a, b and c".
std::string enumerate(const std::vector<std::string>& names);

// Whether `text` may be the name of a port or an instance: printable, without white space.
bool is_name(std::string_view text) noexcept;

// Whether `text` may be part of a C++ name.
bool is_identifier(std::string_view text) noexcept;

} // namespace proxima::framework
