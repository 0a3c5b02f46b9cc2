// The lines that connect a node to its parent.
#include "report/table/tree_guides.hpp"
#include "text/text.hpp"

#include <gtest/gtest.h>

#include <clocale>

namespace {

using namespace proxima::cli;

// Root -> (a -> a1), b
const std::vector<TreeRow> small_tree{
    {0, 0, true, true}, {1, 1, false, true}, {2, 2, true, false}, {3, 1, true, false}};

std::vector<std::string> drawn(TreeGuides guides) {
    std::vector<std::string> lines;
    for (const auto& row : small_tree) {
        lines.push_back(guides.before_name(row) + "*");
        lines.push_back(guides.before_note() + "-");
    }
    return lines;
}

TEST(TreeGuides, ConnectNodesAndLeadPastNotes) {
    EXPECT_EQ(
        drawn(TreeGuides(true, 10)),
        (std::vector<std::string>{"*", "│ -", "├ *", "│ │ -", "│ └ *", "│     -", "└ *", "    -"}));
}

TEST(TreeGuides, DoWithoutUnicode) {
    EXPECT_EQ(
        drawn(TreeGuides(false, 10)),
        (std::vector<std::string>{"*", "| -", "|-*", "| | -", "| `-*", "|     -", "`-*", "    -"}));
}

TEST(TreeGuides, ShowOnlyTheInnermostLevelsOfDeepRows) {
    std::setlocale(LC_CTYPE, "C.UTF-8");
    TreeGuides guides(false, 3);
    std::string last;
    for (std::size_t depth = 0; depth <= 100; ++depth) {
        last = guides.before_name({depth, depth, false, true});
        EXPECT_EQ(display_width(last), guides.width(depth));
    }
    EXPECT_EQ(last, "+97 | | |-");
    EXPECT_EQ(guides.before_note(), "    | | | | ");
}

} // namespace
