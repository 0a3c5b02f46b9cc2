// Columns of tables in fewer cells than their texts have.
#include "kb/fitted_column.hpp"
#include "text/text.hpp"

#include <gtest/gtest.h>

#include <set>

namespace {

using proxima::cli::display_width;
using proxima::cli::fitted_column;
using Lines = std::vector<std::string>;

TEST(FittedColumn, WhatFitsIsAsItWas) {
    const auto column = fitted_column({"a", "bcd", ""}, 8, false);
    EXPECT_EQ(column.cells, (std::vector<Lines>{{"a"}, {"bcd"}, {""}}));
    EXPECT_EQ(column.width, 3U);
}

TEST(FittedColumn, TextsAreBrokenAtBlanks) {
    const auto column =
        fitted_column({"flux=EFM, states=Fast", "flux=EFM, states=Slow"}, 12, false);
    EXPECT_EQ(column.cells[1], (Lines{"flux=EFM,", "states=Slow"}));
    EXPECT_EQ(column.left_out_before, "");
}

TEST(FittedColumn, WhatAllWordsBeginAndEndWithIsLeftOut) {
    const auto column =
        fitted_column({"validation/size-1000/first", "validation/size-1500/first"}, 10, false);
    EXPECT_EQ(column.left_out_before, "validation/size-");
    EXPECT_EQ(column.left_out_behind, "/first");
    EXPECT_EQ(column.cells, (std::vector<Lines>{{"..1000.."}, {"..1500.."}}));
}

TEST(FittedColumn, WhatDiffersInTheMiddleStillDoes) {
    const std::vector<std::string> texts{"abcdefghijklmno1pqrstuvwxyz",
                                         "abcdefghijklmno2pqrstuvwxyz"};
    const auto column = fitted_column(texts, 8, false);
    EXPECT_NE(column.cells[0], column.cells[1]);
    EXPECT_GT(column.width, 8U);
}

TEST(FittedColumn, CharactersOfSeveralBytesStayWhole) {
    // ä and ö begin with the same byte.
    const auto column = fitted_column({"größe-ä-xxxxxxxxx", "größe-ö-xxxxxxxxx"}, 8, true);
    EXPECT_EQ(column.left_out_before, "größe-");
    EXPECT_EQ(column.cells, (std::vector<Lines>{{"…ä…"}, {"…ö…"}}));
}

} // namespace
