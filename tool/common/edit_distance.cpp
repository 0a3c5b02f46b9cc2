#include "common/edit_distance.hpp"

#include "text/likeness.hpp"

namespace proxima::tool {

std::size_t edit_distance(std::string_view left, std::string_view right) {
    return detail::edit_distance(left, right);
}

} // namespace proxima::tool
