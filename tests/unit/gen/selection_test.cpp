// Which classes the rules take.
#include "analysis/classes/class_finder.hpp"
#include "analysis/classes/selection.hpp"
#include "parsed_header.hpp"

#include <clang/AST/ASTContext.h>
#include <gtest/gtest.h>

#include <optional>

namespace {

using namespace proxima::gen;
using proxima::gen::test::ParsedHeader;
using Names = std::vector<std::string>;

constexpr const char* world = R"(
#include <streambuf>
namespace ns {
struct First { virtual void f() = 0; };
struct Second { virtual void f() = 0; struct Nested { virtual void g() = 0; }; };
struct Concrete { virtual void f(); };
struct Plain { void f(); };
struct Declared;
template <class T> struct Op { virtual void apply(T) = 0; };
template <class T, class U = int> struct Two { virtual void apply(T, U) = 0; };
template <> struct Op<bool> { virtual void apply(bool) = 0; };
template <class T> struct Broken { static_assert(sizeof(T) == 1, "only small types"); virtual void f() = 0; };
using Named = Op<float>;
using Alias = First;
inline namespace v2 { struct Inlined { virtual void f() = 0; }; }
enum Colour { red };
using Number = int;
}
)";

Rule include(const std::string& pattern) {
    return {Rule::Effect::include, pattern, {}};
}
Rule exclude(const std::string& pattern) {
    return {Rule::Effect::exclude, pattern, {}};
}

class Select : public testing::Test {
protected:
    /// The names of the classes taken, as Clang prints them.
    Names names(const std::vector<Rule>& classes, const std::vector<Rule>& templates = {}) {
        Configuration configuration;
        configuration.classes = classes;
        configuration.templates = templates;
        ParsedHeader& header = header_.emplace(world);
        selection_ = select_classes(
            header.unit(), find_classes(header.unit().context(), header.path()), configuration);
        Names names;
        for (const SelectedClass& selected : selection_.classes) {
            std::string name;
            llvm::raw_string_ostream stream(name);
            selected.record->getNameForDiagnostic(
                stream, header.unit().context().getPrintingPolicy(), true);
            names.push_back(name + (selected.asked_for ? "!" : ""));
        }
        for (SkippedClass& unusable : selection_.unusable) { // without the temporary directory
            unusable.position.file.erase(0, unusable.position.file.rfind('/') + 1);
        }
        return names;
    }
    std::string reason(std::size_t index = 0) const {
        return index < selection_.unusable.size() ? selection_.unusable[index].reason : "";
    }
    std::optional<ParsedHeader> header_; // what the selection points into
    Selection selection_;
};

TEST_F(Select, TakesEveryAbstractClassOfTheHeaderWithoutRules) {
    EXPECT_EQ(names({}), (Names{"ns::First", "ns::Second", "ns::Second::Nested", "ns::Op<bool>",
                                "ns::Inlined"}));
}

TEST_F(Select, TakesOnlyWhatRulesInclude) {
    EXPECT_EQ(names({include("ns::F*")}), Names{"ns::First"});
    EXPECT_EQ(names({include("*::Nested")}), Names{"ns::Second::Nested"});
}

TEST_F(Select, TakesTheRestWhenTheFirstRuleExcludes) {
    EXPECT_EQ(names({exclude("ns::Second*")}), (Names{"ns::First", "ns::Op<bool>", "ns::Inlined"}));
}

TEST_F(Select, LetsTheLastRuleDecide) {
    EXPECT_EQ(names({include("ns::*"), exclude("ns::S*"), include("ns::Second::*"),
                     exclude("*Inlined"), exclude("ns::Op<*")}),
              (Names{"ns::First", "ns::Second::Nested"}));
}

TEST_F(Select, TakesConcreteClassesAndThoseOfOtherHeadersByNameOnly) {
    EXPECT_EQ(names({include("ns::Concrete")}), Names{"ns::Concrete!"});
    EXPECT_EQ(names({include("ns::Conc*")}), Names{});
    EXPECT_EQ(names({include("std::streambuf")}).size(), 1U);
}

TEST_F(Select, AcceptsTheGlobalQualifier) {
    EXPECT_EQ(names({include("::ns::First")}), Names{"ns::First!"});
}

TEST_F(Select, LeavesOutInlineNamespaces) {
    EXPECT_EQ(names({include("ns::Inlined")}), Names{"ns::Inlined!"});
    EXPECT_EQ(names({include("ns::v2::Inlined")}), Names{"ns::Inlined!"});
}

TEST_F(Select, InstantiatesTemplatesByName) {
    EXPECT_EQ(names({include("ns::Op<double>")}), Names{"ns::Op<double>!"});
    EXPECT_EQ(names({include("ns::Two< char >")}), Names{"ns::Two<char>!"});
    EXPECT_EQ(names({include("ns::Op<ns::First>")}), Names{"ns::Op<ns::First>!"});
    EXPECT_EQ(names({include("ns::Op<bool>")}), Names{"ns::Op<bool>!"});
}

TEST_F(Select, InstantiatesTemplatesOfPointersDespiteTheStar) {
    EXPECT_EQ(names({include("ns::Op<int*>")}), Names{"ns::Op<int *>!"});
    EXPECT_EQ(names({include("ns::Op<const ns::First*>")}), Names{"ns::Op<const ns::First *>!"});
}

TEST_F(Select, FollowsTypedefs) {
    EXPECT_EQ(names({include("ns::Named")}), Names{"ns::Op<float>!"});
    EXPECT_EQ(names({include("ns::Alias")}), Names{"ns::First!"});
}

TEST_F(Select, TakesAClassOnceHoweverOftenItIsNamed) {
    EXPECT_EQ(names({include("ns::First"), include("ns::Alias"), include("ns::F*")}).size(), 1U);
}

TEST_F(Select, TakesTemplatesOnRequest) {
    ASSERT_EQ(names({}, {include("ns::Op")}).size(), 1U);
    EXPECT_NE(selection_.classes[0].record->getDescribedClassTemplate(), nullptr);
}

TEST_F(Select, SaysWhyANameCannotBeUsed) {
    EXPECT_EQ(names({include("ns::Declared")}), Names{});
    EXPECT_NE(reason().find("not defined here"), std::string::npos) << reason();
    EXPECT_EQ(to_string(selection_.unusable[0].position), "header.hpp:8");
    EXPECT_EQ(names({include("ns::Op")}), Names{});
    EXPECT_NE(reason().find("class template; name an instance"), std::string::npos) << reason();
    EXPECT_EQ(names({include("ns::Broken<double>")}), Names{});
    EXPECT_NE(reason().find("only small types"), std::string::npos) << reason();
    EXPECT_EQ(names({include("ns::Colour")}), Names{});
    EXPECT_EQ(reason(), "it is not a class");
    EXPECT_EQ(to_string(selection_.unusable[0].position), "header.hpp:16");
    EXPECT_EQ(names({include("ns::Number")}), Names{});
    EXPECT_EQ(reason(), "it is not a class");
    EXPECT_EQ(to_string(selection_.unusable[0].position), "header.hpp:17");
}

TEST_F(Select, RemembersWhatMatched) {
    names({include("ns::First"), include("ns::Mistyped"), include("nothing::*")});
    EXPECT_EQ(selection_.found, std::set<std::string>{"ns::First"});
}

TEST_F(Select, SurvivesNamesThatAreNoNames) {
    for (const char* name : {"", ":", "*<", "::", "1", "ns::First;", "} ;", "ns::Op<", "int", "ns",
                             "ns::First::f", "\"", "#error", "ns::First\n#include </dev/null>"}) {
        EXPECT_EQ(names({include(name)}), Names{}) << name;
    }
}

} // namespace
