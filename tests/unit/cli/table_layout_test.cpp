// Which columns of the call tree survive at which width.
#include "report/table/table_columns.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::cli;

const std::vector<ColumnNeed> three{{6, 3}, {6, 1}, {6, 2}};

TEST(TableLayout, GivesNamesWhatTheyNeedWhenThereIsRoom) {
    const auto layout = lay_out(120, 50, three);
    EXPECT_EQ(layout.name_width, 50U);
    EXPECT_EQ(layout.gap, 2U);
    EXPECT_EQ(layout.shown, (std::vector<bool>{true, true, true}));
}

TEST(TableLayout, NarrowsGapsThenNames) {
    EXPECT_EQ(lay_out(71, 50, three).gap, 1U);
    EXPECT_EQ(lay_out(71, 50, three).name_width, 50U);
    const auto narrow = lay_out(45, 50, three);
    EXPECT_EQ(narrow.name_width, 24U);
    EXPECT_EQ(narrow.shown, (std::vector<bool>{true, true, true}));
}

TEST(TableLayout, DropsTheLeastImportantColumnFirst) {
    EXPECT_EQ(lay_out(44, 50, three).shown, (std::vector<bool>{true, false, true}));
    EXPECT_EQ(lay_out(37, 50, three).shown, (std::vector<bool>{true, false, false}));
}

TEST(TableLayout, KeepsOneColumnAndAStubOfTheName) {
    const auto layout = lay_out(10, 50, three);
    EXPECT_EQ(layout.shown, (std::vector<bool>{true, false, false}));
    EXPECT_EQ(layout.name_width, 8U);
}

TEST(TableLayout, LinesNeverExceedTheWidth) {
    for (std::size_t width = 20; width < 150; ++width) {
        const auto layout = lay_out(width, 60, three);
        std::size_t used = layout.name_width;
        for (std::size_t i = 0; i < three.size(); ++i) {
            used += layout.shown[i] ? three[i].width + layout.gap : 0;
        }
        EXPECT_LE(used, width);
    }
}

TEST(TableColumns, LinesUpTitlesAndNumbers) {
    const std::vector<TableColumn<int>> columns{
        {"twice", 2, [](const int& row) { return std::to_string(2 * row); }},
        {"half", 1, [](const int& row) { return std::to_string(row / 2); }}};
    Terminal terminal;
    terminal.width = 30;
    TableColumns<int> wide("number", columns, terminal);
    wide.measure(1'000'000, 4);
    wide.lay_out();
    EXPECT_EQ(wide.titles(), "number    twice    half");
    EXPECT_EQ(wide.name("x") + wide.number(0, 7) + wide.number(1, 7), "x            14       3");

    terminal.width = 16;
    TableColumns<int> narrow("a long title", columns, terminal);
    narrow.measure(1'000'000, 20);
    narrow.lay_out();
    EXPECT_EQ(narrow.number(1, 7), "");
    EXPECT_EQ(display_width(narrow.titles()), 16U);
    EXPECT_EQ(display_width(narrow.name("x") + narrow.number(0, 7)), 16U);
}

} // namespace
