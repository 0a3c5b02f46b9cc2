// Which bin of its node's statistics an invocation belongs to, by the first word of its parameters;
// FORMAT.md, "Bins".
#pragma once

#include <proxima/format/column.hpp>

#include <cstdint>

namespace proxima::format {

using BinKey = std::int8_t;

constexpr BinKey other_values = -128; // those that have no bin of their own

BinKey bin_of(ColumnType type, std::uint64_t word) noexcept;

// Whether all words that differ from `word` in no bits but `differing` are in its bin. False may
// mean that this is not known.
bool one_bin(ColumnType type, std::uint64_t word, std::uint64_t differing) noexcept;

} // namespace proxima::format
