#include "text/cut_text.hpp"

#include <proxima/column.hpp>
#include <proxima/text_view.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using proxima::Text;
using proxima::TextView;

std::string content(const Text& text) {
    return {text.data(), text.size()};
}

TEST(Text, KeepsWhatFits) {
    EXPECT_EQ(content(Text("sequential")), "sequential");
    EXPECT_FALSE(Text("sequential").truncated());
    EXPECT_EQ(content(Text(std::string(31, 'x'))), std::string(31, 'x'));
    EXPECT_FALSE(Text(std::string(31, 'x')).truncated());
    EXPECT_EQ(content(Text(static_cast<const char*>(nullptr))), "");
}

TEST(Text, CutsWhatDoesNot) {
    EXPECT_EQ(content(Text(std::string(32, 'x'))), std::string(31, 'x'));
    EXPECT_TRUE(Text(std::string(32, 'x')).truncated());
}

TEST(Text, CutsBetweenCharacters) {
    const std::string euro = "\xE2\x82\xAC";
    EXPECT_EQ(content(Text(std::string(30, 'x') + euro)), std::string(30, 'x'));
    EXPECT_EQ(content(Text(std::string(28, 'x') + euro)), std::string(28, 'x') + euro);
}

TEST(Text, ReadsNoMoreThanItNeedsOfACString) {
    const char unterminated[] = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '0',
                                 '1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '1',
                                 '2', '3', '4', '5', '6', '7', '8', '9', '0', '1'};
    EXPECT_TRUE(Text(unterminated).truncated());
}

TEST(CutText, KeepsWhatFits) {
    using proxima::detail::cut_text;
    EXPECT_EQ(cut_text("", 4), "");
    EXPECT_EQ(cut_text("name", 4), "name");
    EXPECT_EQ(cut_text("names", 4), "n...");
}

TEST(CutText, CutsBetweenCharacters) {
    using proxima::detail::cut_text;
    const std::string euro = "\xE2\x82\xAC";
    EXPECT_EQ(cut_text(euro + euro, 6), euro + euro);
    EXPECT_EQ(cut_text(euro + euro + euro, 6), euro + "...");
    EXPECT_EQ(cut_text(euro + euro + euro, 8), euro + "...");
    EXPECT_EQ(cut_text(euro + euro, 5), "...");
    EXPECT_EQ(cut_text(std::string(9, '\x80'), 8), std::string(5, '\x80') + "...")
        << "bytes that are no UTF-8";
}

TEST(TextView, ComesFromWhateverHoldsCharacters) {
    const std::string string = "name";
    EXPECT_EQ(TextView(string).size(), 4U);
    EXPECT_EQ(TextView(std::string_view("name")).size(), 4U);
    EXPECT_EQ(TextView("name").size(), 4U);
    EXPECT_EQ(TextView(nullptr).size(), 0U);
}

} // namespace
