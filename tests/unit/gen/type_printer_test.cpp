// What the printer prints must mean the type it was given: Clang reads it again, elsewhere, and
// compares.
#include "analysis/types/type_printer.hpp"
#include "parsed_header.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <gtest/gtest.h>

namespace {

using namespace proxima::gen;
using proxima::gen::test::ParsedHeader;

constexpr const char* world = R"(
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
// Names that would be found first if anything were left unqualified where it is read again.
namespace proxima_elsewhere { struct outer {}; struct std {}; }
}
)";

struct Declared {
    const char* type;
    friend void PrintTo(const Declared& declared, std::ostream* stream) {
        *stream << declared.type;
    }
};

class PrintedType : public testing::TestWithParam<Declared> {
protected:
    /// One parse of the world for all types: each is declared behind it.
    static ParsedHeader& header() {
        static ParsedHeader parsed(world);
        return parsed;
    }
    static std::string errors(const std::string& text) {
        std::string messages;
        for (const Diagnostic& error : header().unit().parse("test", text)) {
            messages += error.message + "\n";
        }
        return messages;
    }
    static std::string next_name() {
        static int number = 0;
        return "case_" + std::to_string(++number);
    }
};

TEST_P(PrintedType, MeansTheSameElsewhere) {
    const std::string space = next_name();
    ASSERT_EQ(errors("namespace outer { namespace " + space +
                     " { using namespace inner; using original = " + GetParam().type + "; } }"),
              "");
    const auto& alias =
        llvm::cast<clang::TypedefNameDecl>(header().declaration("outer::" + space, "original"));
    const std::string printed =
        TypePrinter(header().unit().context()).print(alias.getUnderlyingType());
    EXPECT_EQ(errors("namespace outer { namespace proxima_elsewhere { using " + space + " = " +
                     printed + "; static_assert(::std::is_same<" + space + ", ::outer::" + space +
                     "::original>::value, \"\"); } }"),
              "")
        << printed;
}

TEST_P(PrintedType, TakesADeclarator) {
    const std::string space = next_name();
    ASSERT_EQ(errors("namespace outer { namespace " + space +
                     " { using namespace inner; using original = " + GetParam().type + "; } }"),
              "");
    const auto& alias =
        llvm::cast<clang::TypedefNameDecl>(header().declaration("outer::" + space, "original"));
    const std::string declared =
        TypePrinter(header().unit().context()).declare(alias.getUnderlyingType(), space + "_alias");
    EXPECT_EQ(errors("namespace outer { namespace proxima_elsewhere { typedef " + declared +
                     "; static_assert(::std::is_same<" + space + "_alias, ::outer::" + space +
                     "::original>::value, \"\"); } }"),
              "")
        << declared;
}

INSTANTIATE_TEST_SUITE_P(
    Every, PrintedType,
    testing::Values(
        // Fundamental types and qualifiers.
        Declared{"void"}, Declared{"bool"}, Declared{"unsigned long long"}, Declared{"long double"},
        Declared{"char16_t"}, Declared{"wchar_t"}, Declared{"signed char"},
        Declared{"std::nullptr_t"}, Declared{"__int128"}, Declared{"_Complex double"},
        Declared{"const volatile int"}, Declared{"std::size_t"},
        // Pointers, references, arrays, functions, and these in each other.
        Declared{"const char* const*"}, Declared{"int* const volatile"}, Declared{"int&"},
        Declared{"const int&&"}, Declared{"int[3]"}, Declared{"int[2][3]"}, Declared{"const int[]"},
        Declared{"int (*)[3]"}, Declared{"const Versioned (&)[2][3]"}, Declared{"int (&&)[4]"},
        Declared{"int(double)"}, Declared{"void (*)()"}, Declared{"void (&)(int, ...)"},
        Declared{"int (*(*)(char))(double)"}, Declared{"int (*const)(int) noexcept"},
        Declared{"int (*(&)[2])(const Versioned&)"}, Declared{"Callback (*)(Callback)"},
        Declared{"void() const &"}, Declared{"int (*)(int (&)[2], int (*)(int))"},
        Declared{"int* __restrict"},
        // Pointers to members.
        Declared{"int Base::*"}, Declared{"int (Base::*)(double) const"},
        Declared{"int (Base::*const)(int) &&"}, Declared{"int Base::* Base::*"},
        Declared{"int (Base::*(*)[2])(int) volatile noexcept"},
        // Names: nested, inline namespaces, aliases, unnamed structures, hidden ones.
        Declared{"Versioned"}, Declared{"v1::Mode"}, Declared{"inner::Deep::Nested"},
        Declared{"Deep::Nested::Plain"}, Declared{"Deep::Alias"}, Declared{"Callback"},
        Declared{"Unnamed*"}, Declared{"struct status"}, Declared{"const struct status&"},
        // Templates and their arguments.
        Declared{"Array<int, 3>"}, Declared{"Array<const Versioned*, -1>"},
        Declared{"Box<Box<int>>::Inner"}, Declared{"Box<int>::Same"},
        Declared{"Box<int>::Rebind<Versioned>"}, Declared{"Pack<>"},
        Declared{"Pack<int, Mode, Pack<char>>"}, Declared{"Takes<Box>"}, Declared{"Value<Mode::b>"},
        Declared{"Value<'x'>"}, Declared{"Value<true>"}, Declared{"Value<18446744073709551615ull>"},
        Declared{"Value<&counter>"}, Declared{"Value<nullptr>"}, Declared{"Value<&Base::member>"},
        Declared{"Value<&Base::method>"}, Declared{"Value<-2147483647 - 1>"},
        Declared{"Value<-9223372036854775807ll - 1>"}, Declared{"Pair<int>"},
        Declared{"const Pair<int>&"}, Declared{"Pair<Pair<int>>*"},
        Declared{"Unboxed<int (*)(int)>"}, Declared{"Box<int (*)[2]>"}, Declared{"Box<void(int)>"},
        // Deduced and computed types.
        Declared{"decltype(counter)"}, Declared{"decltype((counter))"},
        Declared{"decltype(Base().method(1))"},
        // The standard library.
        Declared{"std::string"}, Declared{"std::vector<std::string>::const_iterator"},
        Declared{"std::map<std::string, std::vector<Versioned>>&"},
        Declared{"std::function<Mode(const std::string&, int (&)[2])>"},
        Declared{"std::unique_ptr<Versioned, void (*)(Versioned*)>"},
        Declared{"std::shared_ptr<const Box<int>::Inner>"}));

TEST(TypePrinter, RefusesTypesWithoutANameThatADerivedClassMayWrite) {
    ParsedHeader header(R"(
class Owner {
    struct Private {};
    enum { anonymous } state;
public:
    Private get();
    decltype(state) getState();
};)");
    const TypePrinter printer(header.unit().context());
    for (const char* name : {"get", "getState"}) {
        const auto& method = llvm::cast<clang::CXXMethodDecl>(header.declaration("Owner", name));
        EXPECT_THROW(printer.print(method.getReturnType()), UnprintableType) << name;
    }
}

TEST(TypePrinter, KeepsTheAuthorsOwnNames) {
    ParsedHeader header(R"(
namespace ns {
using Index = long;
struct Port { using Vector = int*; virtual Vector get(Index) = 0; };
})");
    const TypePrinter printer(header.unit().context());
    const auto& method = llvm::cast<clang::CXXMethodDecl>(header.declaration("ns::Port", "get"));
    EXPECT_EQ(printer.print(method.getReturnType()), "::ns::Port::Vector");
    EXPECT_EQ(printer.print(method.getParamDecl(0)->getType()), "::ns::Index");
}

TEST(TypePrinter, NoticesDeprecatedTypes) {
    ParsedHeader header("struct [[deprecated]] Old {}; struct New {}; struct P { Old* f(New*); };",
                        {"-std=c++17", "-w"});
    const auto& method = llvm::cast<clang::CXXMethodDecl>(header.declaration("P", "f"));
    const TypePrinter printer(header.unit().context());
    printer.print(method.getParamDecl(0)->getType());
    EXPECT_FALSE(printer.met_deprecated());
    printer.print(method.getReturnType());
    EXPECT_TRUE(printer.met_deprecated());
}

} // namespace
