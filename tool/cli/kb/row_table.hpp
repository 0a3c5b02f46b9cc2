// Rows as a table for people.
#pragma once

#include "kb/collected_rows.hpp"

#include <cstddef>

namespace proxima::cli {

/// Columns of numbers on the right side, and times in the unit that fits. Long texts are shortened
/// until the lines have `width` cells (0: as the terminal), if that is possible.
void write_row_table(const CollectedRows& answer, std::size_t width, Output& output);

} // namespace proxima::cli
