// Tools that the environment names in the place of libproxima_threads. Not for users.
#pragma once

#include <cstdlib>
#include <string_view>

namespace proxima::detail {

// Returns the value of `variable`, a list of libraries, unless the first is libproxima_threads;
// null if there is none.
inline const char* other_tool(const char* variable) noexcept {
    const char* const value = std::getenv(variable);
    const std::string_view named = value == nullptr ? "" : value;
    const auto first = named.substr(0, named.find(':'));
    const bool is_other = !named.empty() && first.find("proxima_threads") == first.npos;
    return is_other ? value : nullptr;
}

} // namespace proxima::detail
