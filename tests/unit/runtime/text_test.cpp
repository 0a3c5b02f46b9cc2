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

TEST(TextView, ComesFromWhateverHoldsCharacters) {
    const std::string string = "name";
    EXPECT_EQ(TextView(string).size(), 4U);
    EXPECT_EQ(TextView(std::string_view("name")).size(), 4U);
    EXPECT_EQ(TextView("name").size(), 4U);
    EXPECT_EQ(TextView(nullptr).size(), 0U);
}

} // namespace
