// The name of a type as text, for proxies of class templates: only the compiler knows the
// instance.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace proxima::detail {

// Returns "... [with Type = ns::Op<double>]" (g++) or "... [Type = ns::Op<double>]" (clang++).
template <class Type>
constexpr const char* describe_type() noexcept {
    return __PRETTY_FUNCTION__;
}

template <class Type>
constexpr auto make_type_name() noexcept {
    constexpr std::string_view mark = "Type = ";
    constexpr std::string_view description = describe_type<Type>();
    constexpr std::size_t begin = description.find(mark) + mark.size();
    constexpr std::size_t size = description.size() - 1 - begin;
    std::array<char, size + 1> name{};
    for (std::size_t i = 0; i < size; ++i) {
        name[i] = description[begin + i];
    }
    return name;
}

template <class Type>
inline constexpr auto type_name_text = make_type_name<Type>();

// The name of `Type` as this compiler writes it, in static storage.
template <class Type>
constexpr const char* type_name() noexcept {
    return type_name_text<Type>.data();
}

} // namespace proxima::detail
