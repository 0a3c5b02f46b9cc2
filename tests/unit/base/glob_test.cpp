// Patterns of selection rules, against fnmatch of the C library where both speak the same language.
#include <proxima/base/text.hpp>

#include <gtest/gtest.h>

#include <fnmatch.h>
#include <string>
#include <vector>

namespace {

using namespace proxima;

// All texts over `alphabet` of up to `length` characters.
std::vector<std::string> all_texts(const std::string& alphabet, std::size_t length) {
    std::vector<std::string> texts{""};
    for (std::size_t begin = 0, round = 0; round < length; ++round) {
        const std::size_t end = texts.size();
        for (; begin < end; ++begin) {
            for (const char c : alphabet) {
                texts.push_back(texts[begin] + c);
            }
        }
    }
    return texts;
}

TEST(Glob, AgreesWithTheCLibraryOnEveryShortPattern) {
    const std::vector<std::string> texts = all_texts("ab", 5);
    for (const std::string& pattern : all_texts("ab*?", 5)) {
        for (const std::string& text : texts) {
            const bool expected = ::fnmatch(pattern.c_str(), text.c_str(), FNM_NOESCAPE) == 0;
            ASSERT_EQ(base::matches_glob(pattern, text), expected) << pattern << " on " << text;
        }
    }
}

TEST(Glob, TakesBracketsAndBackslashesLiterally) {
    EXPECT_TRUE(base::matches_glob("ns::A::operator[]", "ns::A::operator[]"));
    EXPECT_FALSE(base::matches_glob("ns::[AB]", "ns::A"));
    EXPECT_TRUE(base::matches_glob("a\\*", "a\\b"));
    EXPECT_FALSE(base::matches_glob("a\\*", "a*"));
}

TEST(Glob, StaysQuickOnPatternsOfManyStars) {
    std::string pattern;
    for (int i = 0; i < 40; ++i) {
        pattern += "*a";
    }
    EXPECT_FALSE(base::matches_glob(pattern + "b", std::string(5000, 'a')));
}

} // namespace
