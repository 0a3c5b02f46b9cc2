// How much two names differ, to guess what somebody meant.
#pragma once

#include <cstddef>
#include <string_view>

namespace proxima::tool {

/// The number of characters to insert, remove or replace. Takes time proportional to the product
/// of the lengths.
std::size_t edit_distance(std::string_view left, std::string_view right);

} // namespace proxima::tool
