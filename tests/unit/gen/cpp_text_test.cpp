// Small pieces of generated text.
#include "output/cpp_text.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::gen;

TEST(StringLiteral, KeepsPlainText) {
    EXPECT_EQ(string_literal(""), R"("")");
    EXPECT_EQ(string_literal("void f(int) const"), R"("void f(int) const")");
    EXPECT_EQ(string_literal("\xc3\xa9"), "\"\xc3\xa9\"");
}

TEST(StringLiteral, EscapesWhatWouldEndIt) {
    EXPECT_EQ(string_literal(R"(operator""_x)"), R"("operator\"\"_x")");
    EXPECT_EQ(string_literal(R"(a\b)"), R"("a\\b")");
    // Three octal digits: a digit that follows is not taken for a part of the escape.
    EXPECT_EQ(string_literal("\n1"), R"("\0121")");
    EXPECT_EQ(string_literal(std::string("\0x", 2)), R"("\000x")");
}

TEST(CallTarget, CarriesTheMethodsQualifiers) {
    Method method;
    method.declaring_type = "::ns::Port";
    EXPECT_EQ(call_target(method), "static_cast<::ns::Port&>(*proxima_target_)");
    method.is_const = true;
    EXPECT_EQ(call_target(method), "static_cast<const ::ns::Port&>(*proxima_target_)");
    method.is_const = false;
    method.rvalue_qualified = true;
    EXPECT_EQ(call_target(method), "static_cast<::ns::Port&&>(*proxima_target_)");
}

TEST(MethodPointer, NamesOneOverload) {
    Method method;
    method.name = "f";
    method.member_pointer_type = "int (::P::*)(int) const";
    EXPECT_EQ(method_pointer(method, "::P"), "static_cast<int (::P::*)(int) const>(&::P::f)");
}

TEST(ColumnValue, ConvertsToTheTypeOfTheColumn) {
    Column column;
    column.expression = "x.rows()";
    const auto value = [&](ColumnKind kind) {
        column.kind = kind;
        return column_value(column);
    };
    EXPECT_EQ(value(ColumnKind::integer), "static_cast<::std::int64_t>(x.rows())");
    EXPECT_EQ(value(ColumnKind::unsigned_integer), "static_cast<::std::uint64_t>(x.rows())");
    EXPECT_EQ(value(ColumnKind::floating), "static_cast<double>(x.rows())");
    EXPECT_EQ(value(ColumnKind::boolean), "static_cast<bool>(x.rows())");
    EXPECT_EQ(value(ColumnKind::enumeration), "::proxima::Enumeration(x.rows())");
    EXPECT_EQ(value(ColumnKind::text), "::proxima::Text(x.rows())");
}

} // namespace
