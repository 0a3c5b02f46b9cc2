// Text that fits into a number of character cells, and numbers that fit into a column.
#include "text/csv_text.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>

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
    EXPECT_EQ(display_width("flüß"), 4U);
    EXPECT_EQ(display_width("流"), 2U);
    EXPECT_EQ(display_width("\xff\xfe"), 2U) << "bytes that are no UTF-8";
    EXPECT_EQ(display_width("a\xe6\xb5"), 3U) << "a character cut short";
}

TEST_F(Text, ShorteningFillsTheWidthAndNeverCutsACharacter) {
    EXPECT_EQ(shorten_middle("montecarlo.integrate", 20, true), "montecarlo.integrate");
    EXPECT_EQ(shorten_middle("montecarlo.integrate", 11, true), "monte…grate");
    EXPECT_EQ(shorten_middle("montecarlo.integrate", 12, false), "monte..grate");
    EXPECT_EQ(shorten_middle("abcd", 1, false), ".");
    const std::string name = "流体.flux::größe.compute";
    for (std::size_t width = 2; width < 30; ++width) {
        const auto shortened = shorten_middle(name, width, true);
        EXPECT_LE(display_width(shortened), width);
        EXPECT_GE(display_width(shortened) + 2, std::min(width, display_width(name)));
        EXPECT_EQ(shortened.find("\xef\xbf\xbd"), std::string::npos);
    }
}

TEST(Units, TimesHaveTheUnitThatFits) {
    EXPECT_EQ(human_time(0), "0");
    EXPECT_EQ(human_time(0.0123), "12ns");
    EXPECT_EQ(human_time(0.9996), "1.00us");
    EXPECT_EQ(human_time(12.34), "12.3us");
    EXPECT_EQ(human_time(999.6), "1.00ms");
    EXPECT_EQ(human_time(4567e6), "4567s");
    EXPECT_EQ(human_part(238'000, 525'000), "238 of 525 ms");
    for (double exponent = -4; exponent < 10.9; exponent += 0.001) {
        EXPECT_LE(human_time(std::pow(10, exponent)).size(), 6U) << exponent;
    }
}

TEST(CsvText, HoldsNoFormula) {
    const auto csv = [](std::string_view text) {
        fmt::memory_buffer out;
        append_csv_field(out, text);
        return fmt::to_string(out);
    };
    EXPECT_EQ(csv("=1+2"), "'=1+2");
    EXPECT_EQ(csv("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
    EXPECT_EQ(csv("-a, \"b\""), "\"'-a, \"\"b\"\"\"");
    EXPECT_EQ(csv("\t=1"), "'\t=1");
    EXPECT_EQ(csv("plain = text"), "plain = text");
    for (const auto* number : {"-5", "+5", "-1.5e-3", "-inf"}) {
        EXPECT_EQ(csv(number), number);
    }
}

} // namespace
