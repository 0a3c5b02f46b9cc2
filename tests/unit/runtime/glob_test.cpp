#include "text/glob.hpp"

#include <gtest/gtest.h>

namespace {

using proxima::detail::matches;

TEST(Glob, MatchesItselfOnly) {
    EXPECT_TRUE(matches("ns::Port::f", "ns::Port::f"));
    EXPECT_FALSE(matches("ns::Port::f", "ns::Port::ff"));
    EXPECT_FALSE(matches("ns::Port::f", "xns::Port::f"));
    EXPECT_FALSE(matches("", "f"));
    EXPECT_TRUE(matches("", ""));
}

TEST(Glob, StarTakesAnyCharacters) {
    EXPECT_TRUE(matches("*", ""));
    EXPECT_TRUE(matches("ns::*", "ns::Port::f"));
    EXPECT_TRUE(matches("*::get_*", "ns::Port::get_matrix"));
    EXPECT_FALSE(matches("*::get_*", "ns::Port::set_matrix"));
    EXPECT_TRUE(matches("a*b*c", "axxbybzc"));
    EXPECT_FALSE(matches("a*b*c", "axxbybz"));
}

TEST(Glob, QuestionMarkTakesOneCharacter) {
    EXPECT_TRUE(matches("f?", "f1"));
    EXPECT_FALSE(matches("f?", "f"));
    EXPECT_FALSE(matches("f?", "f12"));
}

TEST(Glob, ManyStarsTakeNoExponentialTime) {
    const std::string name(2000, 'a');
    std::string pattern;
    for (int i = 0; i < 200; ++i) {
        pattern += "a*";
    }
    EXPECT_FALSE(matches(pattern + "b", name));
}

} // namespace
