// Selection of classes by rules.
#include "generator_fixture.hpp"

namespace {

using proxima::gen::test::Generator;
using proxima::unit::error_of;
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
}
)";

class Selection : public Generator {
protected:
    Selection() { add_header("port.hpp", world); }

    Names names() {
        Names names;
        for (const auto& found : explain()) {
            names.push_back(found.at("name"));
        }
        return names;
    }
    Names named(const Names& patterns) {
        options_.classes = patterns;
        return names();
    }
    Names by_rules(const std::string& rules) {
        configure("{\"classes\": [" + rules + "]}");
        return names();
    }
};

TEST_F(Selection, WithoutRulesTakesEveryAbstractClassOfTheHeader) {
    EXPECT_EQ(names(), (Names{"ns::First", "ns::Second", "ns::Second::Nested", "ns::Op<bool>",
                              "ns::Inlined"}));
}

TEST_F(Selection, TakesWhatIsNamed) {
    EXPECT_EQ(named({"ns::F*"}), Names{"ns::First"});
    EXPECT_EQ(named({"*::Nested"}), Names{"ns::Second::Nested"});
    EXPECT_EQ(named({"::ns::First"}), Names{"ns::First"});
    EXPECT_EQ(named({"ns::Concrete"}), Names{"ns::Concrete"});
    EXPECT_EQ(named({"ns::Inlined"}), Names{"ns::Inlined"});
    EXPECT_EQ(named({"ns::v2::Inlined"}), Names{"ns::Inlined"});
    EXPECT_EQ(named({"ns::Op<double>"}), Names{"ns::Op<double>"});
    EXPECT_EQ(named({"ns::Two< char >"}), (Names{"ns::Two<char, int>"}));
    EXPECT_EQ(named({"ns::Op<ns::First>"}), Names{"ns::Op<::ns::First>"});
    EXPECT_EQ(named({"ns::Op<bool>"}), Names{"ns::Op<bool>"});
    EXPECT_EQ(named({"ns::Op<int*>"}), Names{"ns::Op<int *>"}) << "despite the star";
    EXPECT_EQ(named({"ns::Named"}), Names{"ns::Op<float>"});
    EXPECT_EQ(named({"ns::First", "ns::Alias", "ns::F*"}), Names{"ns::First"});
    EXPECT_EQ(named({"std::streambuf"}).size(), 1U);
}

TEST_F(Selection, LetsTheLastRuleDecide) {
    EXPECT_EQ(by_rules(R"({"exclude": "ns::Second*"})"),
              (Names{"ns::First", "ns::Op<bool>", "ns::Inlined"}));
    EXPECT_EQ(by_rules(R"({"include": "ns::*"}, {"exclude": "ns::S*"}, {"include": "ns::Second::*"},
                          {"exclude": "*Inlined"}, {"exclude": "ns::Op<*"})"),
              (Names{"ns::First", "ns::Second::Nested"}));
}

TEST_F(Selection, SurvivesNamesThatAreNoNames) {
    for (const char* name : {":", "::", "1", "ns::First;", "} ;", "ns::Op<", "ns::First::f", "\"",
                             "#error", "ns::First\n#include </dev/null>"}) {
        options_.classes = {name, "ns::First"};
        EXPECT_NE(error_of([&] { generate(options_); }), "") << name;
        EXPECT_TRUE(left_nothing());
    }
}

} // namespace
