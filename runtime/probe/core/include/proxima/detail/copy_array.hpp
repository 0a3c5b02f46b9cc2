// Copies a public array member of a port to its proxy. For generated code.
#pragma once

#include <cstddef>

namespace proxima {
namespace detail {

template <class Element>
void copy_array(Element& to, const Element& from) {
    to = from;
}

template <class Element, std::size_t count>
void copy_array(Element (&to)[count], const Element (&from)[count]) {
    for (std::size_t i = 0; i < count; ++i) {
        copy_array(to[i], from[i]);
    }
}

} // namespace detail
} // namespace proxima
