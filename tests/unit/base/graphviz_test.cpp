#include <proxima/base/graphviz.hpp>

#include <gtest/gtest.h>

namespace {

using proxima::base::Graphviz;

TEST(Graphviz, EscapesWhatNamesMayHave) {
    Graphviz drawing("calls", "rankdir=LR");
    drawing.node("a\"b", {"x\\", "y\n"}, {{"tooltip", "\""}});
    drawing.edge("a\"b", "a\"b");
    const auto text = drawing.end("\033");
    EXPECT_NE(text.find(R"("a\"b" [label="x\\\ny?" tooltip="\""];)"), std::string::npos) << text;
    EXPECT_NE(text.find(R"("a\"b" -> "a\"b")"), std::string::npos) << text;
    EXPECT_NE(text.find(R"(label="?";)"), std::string::npos) << text;
}

} // namespace
