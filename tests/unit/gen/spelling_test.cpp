// Declarations of every shape, declared again in a proxy: what is generated must compile, which the
// generator lets Clang check.
#include "generator_fixture.hpp"

namespace {

using proxima::gen::test::error_of;
using proxima::gen::test::Generator;

class Spelling : public Generator {};

TEST_F(Spelling, OfEveryTypeMeansTheSameElsewhere) {
    std::string text = R"(
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>
namespace outer {
inline namespace v1 { struct Versioned {}; enum class Mode : unsigned char { a, b }; }
namespace inner { struct Deep { struct Nested { enum Plain { x }; }; using Alias = int(&)[3]; }; }
template <class T, int N> struct Array {};
template <class T> struct Box { struct Inner {}; using Same = Box; template <class U> struct Rebind {}; };
template <class... T> struct Pack {};
template <template <class> class T> struct Takes {};
template <auto V> struct Value {};
template <class T> using Pair = T[2];
template <class T> using Unboxed = T;
using Callback = int (*)(double, const char*);
typedef struct { int x; } Unnamed;
struct status { int code; };
int status(const char*);
extern int counter;
struct Base { int member; int method(double) const; int overloaded(int); };
template <class T> struct Holder;
using namespace inner;
struct Port { virtual ~Port() = default;
)";
    int number = 0;
    for (const char* type : {
             // Fundamental types and qualifiers.
             "void",
             "bool",
             "unsigned long long",
             "char16_t",
             "std::nullptr_t",
             "__int128",
             "_Complex double",
             "const volatile int",
             "std::size_t",
             // Pointers, references, arrays, functions, and these in each other.
             "const char* const*",
             "int* const volatile",
             "int&",
             "const int&&",
             "int[2][3]",
             "const int[]",
             "int (*)[3]",
             "const Versioned (&)[2][3]",
             "int(double)",
             "void (&)(int, ...)",
             "int (*(*)(char))(double)",
             "int (*const)(int) noexcept",
             "int (*(&)[2])(const Versioned&)",
             "Callback (*)(Callback)",
             "void() const &",
             "int (*)(int (&)[2], int (*)(int))",
             "int* __restrict",
             // Pointers to members.
             "int Base::*",
             "int (Base::*const)(int) &&",
             "int Base::* Base::*",
             "int (Base::*(*)[2])(int) volatile noexcept",
             // Names: nested, inline namespaces, aliases, unnamed structures, hidden ones.
             "Versioned",
             "v1::Mode",
             "inner::Deep::Nested",
             "Deep::Nested::Plain",
             "Deep::Alias",
             "Unnamed*",
             "const struct status&",
             // Templates and their arguments.
             "Array<const Versioned*, -1>",
             "Box<Box<int>>::Inner",
             "Box<int>::Same",
             "Box<int>::Rebind<Versioned>",
             "Pack<>",
             "Pack<int, Mode, Pack<char>>",
             "Takes<Box>",
             "Value<Mode::b>",
             "Value<'x'>",
             "Value<true>",
             "Value<18446744073709551615ull>",
             "Value<&counter>",
             "Value<nullptr>",
             "Value<&Base::member>",
             "Value<&Base::method>",
             "Value<-2147483647 - 1>",
             "Value<-9223372036854775807ll - 1>",
             "const Pair<int>&",
             "Pair<Pair<int>>*",
             "Unboxed<int (*)(int)>",
             "Box<int (*)[2]>",
             "Box<void(int)>",
             // Deduced and computed types.
             "decltype(counter)",
             "decltype((counter))",
             "decltype(Base().method(1))",
             // The standard library.
             "std::string",
             "std::vector<std::string>::const_iterator",
             "std::map<std::string, std::vector<Versioned>>&",
             "std::function<Mode(const std::string&, int (&)[2])>",
             "std::unique_ptr<Versioned, void (*)(Versioned*)>",
             "std::shared_ptr<const Box<int>::Inner>",
         }) {
        text += "virtual void f" + std::to_string(++number) + "(Holder<" + type + ">&) = 0;\n";
    }
    add_header("types.hpp", text + "}; }\n");
    EXPECT_EQ(run(), 0) << messages_;
}

TEST_F(Spelling, OfTemplateParametersDeclaresTheSameTemplate) {
    std::string text;
    for (const char* parameters :
         {"class T", "typename T, class U = T*", "class", "class T, class = void", "int N",
          "class T, T V", "class T, T", "class... T", "class...", "int (*F)(double)",
          "const char* const& R", "auto V", "decltype(auto) V", "auto... V",
          "template <class> class C", "template <class...> class C, class... T",
          "class T, template <class, class...> class C",
          "template <int, template <class> class> class C", "template <auto> class"}) {
        const std::string name = "Port" + std::to_string(options_.templates.size());
        text += std::string("template <") + parameters + "> struct " + name + " { virtual ~" +
                name + "() = default; virtual void f(int n) = 0; };\n";
        options_.templates.push_back(name);
    }
    add_header("templates.hpp", text);
    options_.flags.flags = {"-std=c++20"};
    EXPECT_EQ(run(), 0) << messages_;
}

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
    // 2 to the 20th paths lead to the top.
    std::string text = "struct L0 { virtual void f() = 0; };\n";
    for (int level = 1; level <= 20; ++level) {
        const std::string below = "L" + std::to_string(level - 1);
        const std::string name = std::to_string(level);
        text += "struct A" + name + " : virtual " + below + " {}; struct B" + name + " : virtual " +
                below + " {}; struct L" + name + " : A" + name + ", B" + name + " {};\n";
    }
    add_header("paths.hpp", text);
    options_.classes = {"L20"};
    EXPECT_EQ(explain().at(0).at("methods").size(), 1U);
}

TEST_F(Spelling, GivesEverythingANameOfItsOwn) {
    add_header("names.hpp", R"(
#define extent 3
struct Port { virtual void f(int) = 0; virtual void f(double) = 0;
virtual void f_2() = 0; virtual void f_2(int) = 0; virtual void f_2_2() = 0;
virtual void operator+() = 0; virtual void operator_plus() = 0; virtual int operator co_await() = 0;
virtual void g(int) = 0; virtual void g_columns(int) = 0;
virtual void proxima_port() = 0; virtual void proxima_methods() = 0; };
namespace a { struct b { virtual void f() = 0; }; }
struct a_b { virtual void f() = 0; }; struct a_b_2 { virtual void f() = 0; };
struct default_ { virtual void f() = 0; };
struct _delete { virtual void f() = 0; };
struct extent_ { virtual void f() = 0; };
)");
    options_.flags.flags = {"-std=c++20"};
    EXPECT_EQ(run(), 0) << messages_;
}

TEST_F(Spelling, FollowsDeepRecursionOfTemplatesAndConstantExpressions) {
    add_header("deep.hpp",
               "template <int N> constexpr int deep() { if constexpr (N == 0) return 0; else "
               "return 1 + deep<N - 1>(); }\n"
               "struct Port { virtual ~Port() = default; virtual void f(int (&)[deep<850>()]) = 0; "
               "};\n");
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_TRUE(wrote("deep.proxy.hpp", "[850]"));
}

} // namespace
