// Names in expressions, and suggestions for names that do not exist.
#include "analysis/classes/nearest_names.hpp"
#include "analysis/methods/column_resolver.hpp"
#include "analysis/methods/names_used.hpp"

#include <gtest/gtest.h>

namespace {

using proxima::gen::names_used;
using proxima::gen::nearest_names;
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

TEST(NearestNames, OffersTheMistypedNameFirst) {
    const Names names{"ns::FlowPort", "ns::FluxPort", "other::Matrix"};
    ASSERT_FALSE(nearest_names(names, "ns::FluxPrt").empty());
    EXPECT_EQ(nearest_names(names, "ns::FluxPrt").front(), "ns::FluxPort");
    EXPECT_EQ(nearest_names(names, "ns::fluxport").front(), "ns::FluxPort");
}

TEST(NearestNames, FindsTheNameInAnotherScope) {
    EXPECT_EQ(nearest_names({"a::b::Operator", "Xyzzy"}, "Operator"), Names{"a::b::Operator"});
    EXPECT_EQ(nearest_names({"Operator"}, "wrong::scope::Operator"), Names{"Operator"});
}

TEST(NearestNames, OffersNothingUnlikeAndNothingTwice) {
    EXPECT_EQ(nearest_names({"ns::Completely", "Different"}, "Port"), Names{});
    EXPECT_EQ(nearest_names({"Ports", "Ports", "Ports", "Ports"}, "Port"), Names{"Ports"});
    EXPECT_EQ(nearest_names({}, "Port"), Names{});
}

TEST(NearestNames, OffersAFewOnly) {
    EXPECT_LE(nearest_names({"Port1", "Port2", "Port3", "Port4", "Port5"}, "Port").size(), 3U);
}

} // namespace
