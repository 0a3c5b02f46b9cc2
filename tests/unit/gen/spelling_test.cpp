// Declarations of every shape, declared again in a proxy: what is generated must compile, which the
// generator lets Clang check.
#include "generator_fixture.hpp"

namespace {

using proxima::gen::test::Generator;
using proxima::unit::error_of;

class Spelling : public Generator {};

TEST_F(Spelling, OfConstrainedParametersIsRefused) {
    add_header("concepts.hpp", "template <class T> concept Small = sizeof(T) < 8;\n"
                               "template <Small auto V> struct Port { virtual void f() = 0; };\n");
    options_.flags.flags = {"-std=c++20"};
    options_.templates = {"Port"};
    EXPECT_EQ(run(), 1);
    EXPECT_TRUE(left_nothing());
}

TEST_F(Spelling, OverridesEveryVirtualMethodOnce) {
    add_header("methods.hpp", R"(
struct Base { virtual Base* clone() = 0; virtual void f(int) = 0; virtual void f(int) const; };
struct Middle : Base { Middle* clone() override; void f(int) override; };
struct LastOverrider : Middle { LastOverrider* clone() override = 0; };

struct Act { virtual void act() = 0; };
struct WithoutTheWord : Act { void act(); };

struct Top { virtual int id() const = 0; virtual void act() = 0; };
struct Left : virtual Top { void act() override; };
struct Right : virtual Top { };
struct SharedTop : Left, Right { virtual void own() = 0; };

struct Root { virtual int id() const = 0; };
struct One : Root {}; struct Two : Root {};
struct RootTwice : One, Two {};

struct A { virtual void close() = 0; virtual void close(int) = 0; };
struct B { virtual void close() = 0; };
struct SameSignature : A, B {};

using Number = int;
struct C { virtual void f(int) = 0; virtual void g() & = 0; virtual void g() && = 0; virtual void h() = 0; };
struct Qualified : C { virtual void f(Number) = 0; virtual void f(const Number) const = 0; virtual void h() const = 0; };

template <class T, class U = T*> struct Dependent {
    using value = T;
    virtual U f(T, const Dependent&) = 0;
    virtual void g(T) = 0;
};
template <class Number> struct Template : Dependent<Number> { void g(Number) override; virtual Number h() = 0; };
)");
    const std::map<std::string, std::size_t> methods = {{"LastOverrider", 3}, {"WithoutTheWord", 1},
                                                        {"SharedTop", 3},     {"RootTwice", 1},
                                                        {"SameSignature", 2}, {"Qualified", 6}};
    for (const auto& [name, count] : methods) {
        options_.classes.push_back(name);
    }
    options_.templates = {"Template"};
    EXPECT_EQ(run(), 0) << messages_;
    for (const auto& found : explain()) {
        const auto expected = methods.find(found.at("name"));
        const std::size_t count = expected == methods.end() ? 3 : expected->second;
        EXPECT_EQ(found.at("methods").size(), count) << found.at("name");
    }
}

TEST_F(Spelling, IsFoundOverManyPathsToABase) {
    // A thousand paths lead to the top.
    std::string text = "struct L0 { virtual void f() = 0; };\n";
    for (int level = 1; level <= 10; ++level) {
        const std::string below = "L" + std::to_string(level - 1);
        const std::string name = std::to_string(level);
        text += "struct A" + name + " : virtual " + below + " {}; struct B" + name + " : virtual " +
                below + " {}; struct L" + name + " : A" + name + ", B" + name + " {};\n";
    }
    add_header("paths.hpp", text);
    options_.classes = {"L10"};
    EXPECT_EQ(explain().at(0).at("methods").size(), 1U);
}

TEST_F(Spelling, GivesEverythingANameOfItsOwn) {
    add_header("names.hpp", R"(
#define bounds 3
struct Port { virtual void f(int) = 0; virtual void f(double) = 0;
virtual void f_2() = 0; virtual void f_2(int) = 0; virtual void f_2_2() = 0;
virtual void operator+() = 0; virtual void operator_plus() = 0; virtual int operator co_await() = 0;
virtual void g(int) = 0; virtual void g_parameters(int) = 0;
virtual void proxima_port() = 0; virtual void proxima_methods() = 0; };
namespace a { struct b { virtual void f() = 0; }; }
struct a_b { virtual void f() = 0; }; struct a_b_2 { virtual void f() = 0; };
struct default_ { virtual void f() = 0; };
struct _delete { virtual void f() = 0; };
struct bounds_ { virtual void f() = 0; };
)");
    options_.flags.flags = {"-std=c++20"};
    EXPECT_EQ(run(), 0) << messages_;
}

} // namespace
