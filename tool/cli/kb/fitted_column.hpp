// Texts of a column of a table in fewer cells, so that those that differ still do.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::cli {

struct FittedColumn {
    std::string left_out_before; ///< what all texts begin with, if that was left out
    std::string left_out_behind; ///< and end with
    std::vector<std::vector<std::string>> cells; ///< of each text its lines
    std::size_t width = 0;
};

/// Breaks texts at blanks into lines of at most `width` cells. Where a word is longer, what all
/// texts begin and end with is left out; what is longer still loses its middle, unless two texts
/// would look the same: then the column is as wide as it takes to tell them apart.
FittedColumn fitted_column(const std::vector<std::string>& texts, std::size_t width, bool unicode);

} // namespace proxima::cli
