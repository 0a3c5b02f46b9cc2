// Which virtual methods a derived class may override. Besides fixed expectations, Clang itself is
// asked: a class that overrides every method found must compile, and must be abstract no more.
#include "analysis/classes/virtual_methods.hpp"
#include "parsed_header.hpp"

#include <clang/AST/ASTContext.h>
#include <gtest/gtest.h>

namespace {

using namespace proxima::gen;
using proxima::gen::test::ParsedHeader;
using Names = std::vector<std::string>;

std::vector<VirtualMethod> methods_of(ParsedHeader& header, const std::string& name) {
    return virtual_methods(header.definition("", name), TypePrinter(header.unit().context()));
}

/// `declaring class::method`, in order.
Names found_in(const std::string& text, const std::string& name) {
    ParsedHeader header(text);
    Names names;
    for (const VirtualMethod& method : methods_of(header, name)) {
        names.push_back(method.declaring_type + "::" + method.declaration->getNameAsString());
    }
    return names;
}

/// A class derived from `name` that overrides all that was found, without doing anything.
void expect_overridable(const std::string& text, const std::string& name) {
    ParsedHeader header(text);
    std::string derived = "struct Derived : " + name + " {\n";
    for (const VirtualMethod& method : methods_of(header, name)) {
        const auto& type = *method.declaration->getType()->castAs<clang::FunctionProtoType>();
        derived += method.printer.print(type.getReturnType()) + " " +
                   method.declaration->getNameAsString() + "(" +
                   method.printer.parameter_list(type) + ")" +
                   (method.declaration->isConst() ? " const" : "") +
                   (type.getRefQualifier() == clang::RQ_LValue ? " &" : "") +
                   (type.getRefQualifier() == clang::RQ_RValue ? " &&" : "") + " override;\n";
    }
    const auto errors = header.unit().parse(
        "test", derived + "};\nstatic_assert(!__is_abstract(Derived), \"\");\n");
    EXPECT_TRUE(errors.empty()) << errors.front().message << "\n" << derived;
}

TEST(VirtualMethods, ComeInTheOrderOfDeclarationBasesFirst) {
    const std::string text = R"(
struct First { virtual void a() = 0; virtual void b(); };
struct Second { virtual void c() = 0; };
struct Port : First, Second { virtual void d(); void plain(); static void fixed(); virtual ~Port(); };)";
    EXPECT_EQ(found_in(text, "Port"),
              (Names{"::First::a", "::First::b", "::Second::c", "::Port::d"}));
    expect_overridable(text, "Port");
}

TEST(VirtualMethods, AreThoseOfTheLastOverrider) {
    const std::string text = R"(
struct Base { virtual Base* clone() = 0; virtual void f(int) = 0; virtual void f(int) const; };
struct Middle : Base { Middle* clone() override; void f(int) override; };
struct Port : Middle { Port* clone() override = 0; };)";
    EXPECT_EQ(found_in(text, "Port"), (Names{"::Port::clone", "::Middle::f", "::Base::f"}));
    expect_overridable(text, "Port");
}

TEST(VirtualMethods, StayVirtualWithoutTheWord) {
    EXPECT_EQ(
        found_in("struct A { virtual void f() = 0; }; struct Port : A { void f(); };", "Port"),
        Names{"::Port::f"});
}

TEST(VirtualMethods, OfAVirtualDiamondAppearOnce) {
    const std::string text = R"(
struct Top { virtual int id() const = 0; virtual void act() = 0; };
struct Left : virtual Top { void act() override; };
struct Right : virtual Top { };
struct Port : Left, Right { virtual void own() = 0; };)";
    EXPECT_EQ(found_in(text, "Port"), (Names{"::Top::id", "::Left::act", "::Port::own"}));
    expect_overridable(text, "Port");
}

TEST(VirtualMethods, OfARepeatedBaseShareOneOverride) {
    const std::string text = R"(
struct Top { virtual int id() const = 0; };
struct Left : Top {}; struct Right : Top {};
struct Port : Left, Right {};)";
    EXPECT_EQ(found_in(text, "Port").size(), 1U);
    expect_overridable(text, "Port");
}

TEST(VirtualMethods, OfTwoBasesWithTheSameSignatureShareOneOverride) {
    const std::string text = R"(
struct A { virtual void close() = 0; virtual void close(int) = 0; };
struct B { virtual void close() = 0; };
struct Port : A, B {};)";
    EXPECT_EQ(found_in(text, "Port").size(), 2U);
    expect_overridable(text, "Port");
}

TEST(VirtualMethods, DifferByQualifiersAndCanonicalTypes) {
    const std::string text = R"(
using Number = int;
struct A { virtual void f(int) = 0; virtual void g() & = 0; virtual void g() && = 0; virtual void h() = 0; };
struct Port : A { virtual void f(Number) = 0; virtual void f(const Number) const = 0; virtual void h() const = 0; };)";
    EXPECT_EQ(found_in(text, "Port"),
              (Names{"::Port::f", "::A::g", "::A::g", "::A::h", "::Port::f", "::Port::h"}));
    expect_overridable(text, "Port");
}

TEST(VirtualMethods, IncludeOperatorsAndConversionsButNoDestructors) {
    EXPECT_EQ(
        found_in("struct Port { virtual bool operator()(int) = 0; virtual operator int() = 0; "
                 "virtual ~Port() = 0; };",
                 "Port"),
        (Names{"::Port::operator()", "::Port::operator int"}));
}

TEST(VirtualMethods, OfPrivateBasesAreOutOfReach) {
    ParsedHeader header(R"(
struct Hidden { virtual void f() = 0; };
struct Open { virtual void g() = 0; };
struct Middle : private Hidden, protected Open {};
struct Port : Middle {};
struct Again : Middle, Hidden {};)");
    const auto methods = methods_of(header, "Port");
    ASSERT_EQ(methods.size(), 2U);
    EXPECT_EQ(methods[0].base_access, clang::AS_private);
    EXPECT_NE(methods[1].base_access, clang::AS_private);
}

TEST(VirtualMethods, AreSeenThroughBasesThatDependOnATemplateParameter) {
    ParsedHeader header(R"(
template <class T, class U = T*> struct Base {
    using value = T;
    virtual U f(T, const Base&) = 0;
    virtual void g(T) = 0;
};
template <class Number> struct Port : Base<Number> { void g(Number) override; virtual Number h() = 0; };)");
    const auto methods = methods_of(header, "Port");
    ASSERT_EQ(methods.size(), 3U);
    const auto& f = methods[0];
    EXPECT_EQ(f.declaring_type, "::Base<Number>");
    EXPECT_EQ(f.printer.print(f.declaration->getReturnType()), "Number *");
    EXPECT_EQ(f.printer.print(f.declaration->getParamDecl(0)->getType()), "Number");
    EXPECT_EQ(methods[1].declaring_type, "::Port<Number>")
        << "the override hides what it overrides";
    EXPECT_EQ(methods[2].declaration->getNameAsString(), "h");
}

TEST(VirtualMethods, CannotBeSeenInABaseThatIsAParameter) {
    ParsedHeader header("template <class T> struct Port : T { virtual void f() = 0; };");
    EXPECT_THROW(methods_of(header, "Port"), UnprintableType);
}

TEST(VirtualMethods, OfManyBasesAreFoundInReasonableTime) {
    // 2 to the 20th paths lead to the top.
    std::string text = "struct L0 { virtual void f() = 0; };\n";
    for (int level = 1; level <= 20; ++level) {
        const std::string below = "L" + std::to_string(level - 1);
        const std::string name = std::to_string(level);
        text += "struct A" + name + " : virtual " + below + " {}; struct B" + name + " : virtual " +
                below + " {}; struct L" + name + " : A" + name + ", B" + name + " {};\n";
    }
    EXPECT_EQ(found_in(text, "L20"), Names{"::L0::f"});
}

TEST(VirtualMethods, KnowTheDeclarationsThatTheyOverride) {
    ParsedHeader header(R"(
struct Base { virtual Base* clone() = 0; };
struct Other { virtual Other* clone(); virtual void f(); };
struct Middle : Base { Middle* clone() override; };
struct Port : Middle, Other { Port* clone() override; };)");
    const auto methods = methods_of(header, "Port");
    ASSERT_EQ(methods.size(), 2U);
    EXPECT_EQ(methods[0].declaring_type, "::Port");
    Names overridden;
    for (const VirtualMethod& method : methods[0].overridden) {
        overridden.push_back(method.declaring_type);
    }
    EXPECT_EQ(overridden, (Names{"::Base", "::Other", "::Middle"}));
    EXPECT_TRUE(methods[1].overridden.empty());
}

TEST(VirtualMethods, KnowEverySubobjectOfTheirClass) {
    ParsedHeader header(R"(
struct Root { virtual void root(); };
struct Left : Root { virtual void left(); };
struct Right : Root {};
struct Shared : virtual Root {};
struct Also : virtual Root {};
struct Twice : Left, Right {};
struct Once : Shared, Also {};)");
    const std::vector<Names> ways{{"::Left"}, {"::Right"}};
    const auto twice = methods_of(header, "Twice");
    EXPECT_EQ(twice[0].subobjects, ways);
    EXPECT_EQ(twice[1].subobjects, std::vector<Names>{{}});
    EXPECT_EQ(methods_of(header, "Once")[0].subobjects, std::vector<Names>{{}});
}

} // namespace
