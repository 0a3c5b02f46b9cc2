// Names in expressions.
#include "analysis/methods/names_used.hpp"
#include "analysis/methods/parameter_resolver.hpp"

#include <gtest/gtest.h>

namespace {

using proxima::gen::names_used;
using Names = std::vector<std::string>;

TEST(NamesUsed, FindsWholeIdentifiersOnceInTheOrderOfTheirUse) {
    EXPECT_EQ(names_used("rows * columns + rows", {"columns", "rows"}), (Names{"rows", "columns"}));
    EXPECT_EQ(names_used("row_count + row2 + arrow", {"row"}), Names{});
    EXPECT_EQ(names_used("(n)", {"n"}), Names{"n"});
    EXPECT_EQ(names_used("n", {"n"}), Names{"n"});
    EXPECT_EQ(names_used("", {"n"}), Names{});
}

TEST(NamesUsed, FindsTheTarget) {
    EXPECT_EQ(names_used("target.size() + arg1", {"target", "arg1"}), (Names{"target", "arg1"}));
}

TEST(NamesUsed, LeavesOutMembersQualifiedNamesLiteralsAndComments) {
    const Names arguments{"rows", "n"};
    EXPECT_EQ(names_used("matrix.rows + matrix->n", arguments), Names{});
    EXPECT_EQ(names_used("Space::rows + n::count", arguments), Names{});
    EXPECT_EQ(names_used("f(\"rows\", 'n', R\"(n)\", 0x1'0n)", arguments), Names{});
    EXPECT_EQ(names_used("1 /* rows */ // n", arguments), Names{});
    EXPECT_EQ(names_used("n ? matrix.rows : rows", arguments), (Names{"n", "rows"}));
}

TEST(NamesMethod, TellsOverloadsByTheirParametersWhateverTheResultIsCalled) {
    proxima::gen::Port port;
    port.name = "ns::P";
    proxima::gen::Method method;
    method.name = "size";
    method.signature = "std::size_t size(int) const";
    method.parameter_types = "(int)";
    EXPECT_TRUE(names_method("ns::P::size(int)", port, method));
    EXPECT_TRUE(names_method("ns::P::size( int )", port, method));
    EXPECT_TRUE(names_method("ns::P::size", port, method));
    EXPECT_FALSE(names_method("ns::P::size()", port, method));
}

} // namespace
