/// \file
/// Copies a public data member of a port from the target to its proxy. For generated code.
#pragma once

#include <cstddef>

namespace proxima {
namespace detail {

template <class Member>
void copy_member(Member& to, const Member& from) {
    to = from;
}

template <class Element, std::size_t count>
void copy_member(Element (&to)[count], const Element (&from)[count]) {
    for (std::size_t i = 0; i < count; ++i) {
        copy_member(to[i], from[i]);
    }
}

} // namespace detail
} // namespace proxima
