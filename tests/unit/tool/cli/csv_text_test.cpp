// Cells of CSV files, which spreadsheets open.
#include "text/csv_text.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::cli;
using namespace proxima::text;

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
