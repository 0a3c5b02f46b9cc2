/// \file
/// The name of a type as text, for proxies of class templates: only the compiler knows the
/// instance.
#pragma once

#include <cstddef>

namespace proxima {
namespace detail {

// "... [with Type = ns::Op<double>]" or "... [Type = ns::Op<double>]".
template <class Type>
constexpr const char* describe_type() noexcept {
    return __PRETTY_FUNCTION__;
}

constexpr std::size_t type_name_begin(const char* description) noexcept {
    constexpr char mark[] = "Type = ";
    std::size_t matched = 0;
    std::size_t at = 0;
    for (; matched + 1 < sizeof(mark); ++at) {
        matched =
            description[at] == mark[matched] ? matched + 1 : (description[at] == mark[0] ? 1 : 0);
    }
    return at;
}

constexpr std::size_t type_name_end(const char* description) noexcept {
    std::size_t at = 0;
    while (description[at] != '\0') {
        ++at;
    }
    return at - 1;
}

template <std::size_t size>
struct NameText {
    char characters[size + 1];
};

template <class Type>
constexpr auto make_type_name() noexcept {
    constexpr std::size_t begin = type_name_begin(describe_type<Type>());
    constexpr std::size_t end = type_name_end(describe_type<Type>());
    NameText<end - begin> name{};
    for (std::size_t at = begin; at < end; ++at) {
        name.characters[at - begin] = describe_type<Type>()[at];
    }
    return name;
}

template <class Type>
inline constexpr auto type_name_text = make_type_name<Type>();

/// The name of `Type` as this compiler writes it. Static storage.
template <class Type>
constexpr const char* type_name() noexcept {
    return type_name_text<Type>.characters;
}

} // namespace detail
} // namespace proxima
