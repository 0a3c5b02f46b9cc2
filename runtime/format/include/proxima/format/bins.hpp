// The bin of an invocation, by the first word of its parameters; FORMAT.md, "Bins".
#pragma once

#include <proxima/format/column.hpp>

#include <cstdint>

namespace proxima::format {

using BinKey = std::int8_t;

constexpr BinKey other_values = -128; // values without a bin of their own

BinKey bin_of(ColumnType type, std::uint64_t word) noexcept;

// Whether all words that differ from `word` only in the bits `differing` surely share its bin.
bool one_bin(ColumnType type, std::uint64_t word, std::uint64_t differing) noexcept;

} // namespace proxima::format
