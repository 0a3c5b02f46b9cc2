// Rows as a table for people.
#pragma once

#include "kb/collected_rows.hpp"

#include <cstddef>

namespace proxima::cli {

/// Columns of numbers on the right side, and times in the unit that fits. Where lines would have
/// more than `width` cells (0: as the terminal), columns that are the same in all rows stand above,
/// and long texts take several lines.
void write_row_table(const CollectedRows& answer, std::size_t width, Output& output);

} // namespace proxima::cli
