// Suggestions for misspelt names, and text that must not drive a terminal.
#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace proxima::base;
using Names = std::vector<std::string>;

TEST(NearestNames, ForgivesTypingErrorsInTheLastPart) {
    const Names methods{"Ipopt::TNLP::eval_f", "Ipopt::TNLP::eval_g",
                        "Ipopt::TNLP::finalize_solution"};
    EXPECT_EQ(nearest_names("evalf", methods, 1), Names{"Ipopt::TNLP::eval_f"});
    EXPECT_EQ(nearest_names("TNLP::finalise_solution", methods, 3),
              Names{"Ipopt::TNLP::finalize_solution"});
    EXPECT_EQ(nearest_names("something_else", methods, 3), Names{});
}

TEST(Text, ControlCharactersAreNotPassedOn) {
    EXPECT_EQ(printable("a\033[2Jb\r\n\x7f"), "a?[2Jb???");
    EXPECT_EQ(printable("a\xc2\x9b"
                        "2J"),
              "a??2J");
    EXPECT_EQ(printable("a\u202e\u2067\u200f\u061c\u2028b"), "a" + std::string(14, '?') + "b");
    EXPECT_EQ(printable("größe – ٣"), "größe – ٣");
}

TEST(Text, IsSplitIntoTrimmedParts) {
    EXPECT_EQ(split("a, b\t,,c ", ','), (std::vector<std::string>{"a", "b", "", "c"}));
    EXPECT_EQ(split("", ','), std::vector<std::string>{""});
    EXPECT_EQ(trimmed(" \r"), "");
}

} // namespace
