// Names that somebody may have meant, and text that must not drive a terminal.
#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace proxima::base;
using Names = std::vector<std::string>;

TEST(NearestNames, OffersTheMistypedNameFirst) {
    const Names names{"ns::FlowPort", "ns::FluxPort", "other::Matrix"};
    ASSERT_FALSE(nearest_names("ns::FluxPrt", names, 3).empty());
    EXPECT_EQ(nearest_names("ns::FluxPrt", names, 3).front(), "ns::FluxPort");
    EXPECT_EQ(nearest_names("ns::fluxport", names, 3).front(), "ns::FluxPort");
}

TEST(NearestNames, OffersNothingUnlikeAndNothingTwice) {
    EXPECT_EQ(nearest_names("Port", {"ns::Completely", "Different"}, 3), Names{});
    EXPECT_EQ(nearest_names("Port", {"Ports", "Ports", "Ports", "Ports"}, 3), Names{"Ports"});
    EXPECT_EQ(nearest_names("Port", {}, 3), Names{});
}

TEST(NearestNames, ForgivesTypingErrorsInTheLastPart) {
    const Names methods{"Ipopt::TNLP::eval_f", "Ipopt::TNLP::eval_g",
                        "Ipopt::TNLP::finalize_solution"};
    EXPECT_EQ(nearest_names("evalf", methods, 1), Names{"Ipopt::TNLP::eval_f"});
    EXPECT_EQ(nearest_names("TNLP::finalise_solution", methods, 3),
              Names{"Ipopt::TNLP::finalize_solution"});
    EXPECT_EQ(nearest_names("something_else", methods, 3), Names{});
}

TEST(Text, SuggestionsAreSaidInOneClause) {
    EXPECT_EQ(did_you_mean({}), "");
    EXPECT_EQ(did_you_mean({"a"}), "; did you mean a?");
    EXPECT_EQ(did_you_mean({"a", "b", "c"}), "; did you mean a, b or c?");
    EXPECT_EQ(instead("conect", {"connect", "go"}, "the commands"), "; did you mean connect?");
    EXPECT_EQ(instead("xyz", {"connect", "go"}, "the commands"), "; the commands are connect, go");
    EXPECT_EQ(instead("xyz", {}, "instances"), "; there are no instances");
}

TEST(Text, ControlCharactersAreNotPassedOn) {
    EXPECT_EQ(printable("a\033[2Jb\r\n\x7f"), "a?[2Jb???");
    EXPECT_EQ(printable("a\xc2\x9b"
                        "2J"),
              "a??2J");
    EXPECT_EQ(printable("größe"), "größe");
    EXPECT_EQ(dot_string("a\"b\\\n"), "a\\\"b\\\\?");
}

TEST(Error, IsOneLineThatBeginsWithItsPlace) {
    EXPECT_STREQ(Error("what").what(), "what");
    EXPECT_STREQ(Error(std::filesystem::path("f"), "what").what(), "f: error: what");
    EXPECT_STREQ(Error("f", 3, "what").what(), "f:3: error: what");
    EXPECT_STREQ(Error(Place{"f", 3, 4}, "what").what(), "f:3:4: error: what");
    EXPECT_EQ(error_line("proxima", Error("what")), "proxima: error: what");
    EXPECT_EQ(error_line("proxima", Error("f", 3, "what")), "f:3: error: what");
    EXPECT_EQ(error_line("proxima", std::runtime_error("what")), "proxima: error: what");
}

TEST(OpenmetricsLabel, IsOneLineInQuotes) {
    EXPECT_EQ(openmetrics_label("flux"), "\"flux\"");
    EXPECT_EQ(openmetrics_label("a\"b\\c"), R"("a\"b\\c")");
    EXPECT_EQ(openmetrics_label("a\nb"), "\"a?b\"");
    EXPECT_EQ(openmetrics_label("Gr\xc3\xb6\xc3\x9f"
                                "e"),
              "\"Gr\xc3\xb6\xc3\x9f"
              "e\"");
    EXPECT_EQ(openmetrics_label("\xff"
                                "x"),
              "\"?x\"");
}

} // namespace
