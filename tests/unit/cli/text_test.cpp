// Text that must fit into a number of character cells, and must not drive the terminal.
#include "text/text.hpp"

#include <gtest/gtest.h>

#include <clocale>

namespace {

using namespace proxima::cli;

class Text : public testing::Test {
protected:
    void SetUp() override {
        if (std::setlocale(LC_CTYPE, "C.UTF-8") == nullptr) {
            GTEST_SKIP() << "no UTF-8 locale";
        }
    }
};

TEST_F(Text, WidthCountsCellsNotBytes) {
    EXPECT_EQ(display_width("flux"), 4U);
    EXPECT_EQ(display_width("flüß"), 4U);
    EXPECT_EQ(display_width("流"), 2U);
    EXPECT_EQ(display_width("\xff\xfe"), 2U) << "bytes that are no UTF-8";
    EXPECT_EQ(display_width("a\xe6\xb5"), 3U) << "a character cut short";
}

TEST_F(Text, ShorteningKeepsBothEnds) {
    EXPECT_EQ(shorten_middle("montecarlo.integrate", 20, true), "montecarlo.integrate");
    EXPECT_EQ(shorten_middle("montecarlo.integrate", 11, true), "monte…grate");
    EXPECT_EQ(shorten_middle("montecarlo.integrate", 12, false), "monte..grate");
    EXPECT_EQ(shorten_middle("abc", 1, true), "…");
    EXPECT_EQ(shorten_middle("abcd", 2, false), "..");
    EXPECT_EQ(shorten_middle("abcd", 1, false), ".");
}

TEST_F(Text, ShorteningFillsExactlyAndNeverCutsACharacter) {
    const std::string name = "流体.flux::größe.compute";
    for (std::size_t width = 2; width < 30; ++width) {
        const auto shortened = shorten_middle(name, width, true);
        EXPECT_LE(display_width(shortened), width);
        EXPECT_GE(display_width(shortened) + 2, std::min(width, display_width(name)));
        EXPECT_EQ(shortened.find("\xef\xbf\xbd"), std::string::npos);
    }
}

TEST_F(Text, SumsAreShortenedAtATerm) {
    const std::string power = "exp(9.22 - 1.04 * log(p) + 0.024 * log(p)^2)";
    EXPECT_EQ(shorten_sum(power, 44), power);
    EXPECT_EQ(shorten_sum(power, 43), "exp(9.22 - 1.04 * log(p) + ...)");
    EXPECT_EQ(shorten_sum(power, 30), "exp(9.22 + ...)");
    EXPECT_EQ(shorten_sum(power, 10), "...");
    EXPECT_EQ(shorten_sum("3 + max(0, n - 5) * 2 - 7 * n", 24), "3 + ...");
    EXPECT_EQ(shorten_sum("3 + max(0, n - 5) * 2 - 7 * n", 28), "3 + max(0, n - 5) * 2 + ...");
}

TEST_F(Text, ParameterTypesAreShortenedBeforeTheName) {
    const auto* const name = "flux.compute(int, const std::vector<double>&)";
    EXPECT_EQ(shorten_name(name, 24, true), "flux.compute(int,…ble>&)");
    EXPECT_EQ(shorten_name(name, 12, true), "flux.…ble>&)");
}

TEST_F(Text, WrappingBreaksAtBlanks) {
    EXPECT_EQ(wrapped("a run of ten words", 8, true),
              (std::vector<std::string>{"a run of", "ten", "words"}));
    EXPECT_EQ(wrapped("unbreakable", 8, true), std::vector<std::string>{"unb…able"});
    EXPECT_TRUE(wrapped("", 8, true).empty());
}

TEST_F(Text, Padding) {
    EXPECT_EQ(pad_left("ü", 3), "  ü");
    EXPECT_EQ(pad_right("ü", 3), "ü  ");
    EXPECT_EQ(pad_right("long", 3), "long");
}

} // namespace
