// What is recorded of an argument when nobody says otherwise, by its type.
#include "analysis/methods/default_columns.hpp"
#include "parsed_header.hpp"

#include <clang/AST/ASTContext.h>
#include <gtest/gtest.h>

namespace {

using namespace proxima::gen;
using proxima::gen::test::ParsedHeader;

constexpr const char* world = R"(
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>
enum Plain { minus = -1, zero, big = 7 };
enum class Wide : std::uint64_t { low = 1, high = 0xffffffffffffffffu };
enum class Opaque : int;
struct Incomplete;
template <class T> struct Broken { typename T::missing member; };
struct Matrix { int rows() const; };
struct Sized { std::size_t size() const; int* begin(); int* end(); };
class SecretSize { std::size_t size() const; public: int* begin(); int* end(); };
)";

struct Recorded {
    const char* type;
    const char* expected; ///< `name kind`, or empty when nothing is recorded
    friend void PrintTo(const Recorded& recorded, std::ostream* stream) {
        *stream << recorded.type;
    }
};

std::string kind_name(ColumnKind kind) {
    static const char* const names[] = {"integer", "unsigned",    "floating",
                                        "boolean", "enumeration", "text"};
    return names[static_cast<int>(kind)];
}

Column only_column(const std::string& type, std::string& summary) {
    static ParsedHeader header(world);
    static int number = 0;
    const std::string name = "Port" + std::to_string(++number);
    header.unit().parse("test", "struct " + name + " { virtual void f(" + type + " value); };\n");
    const auto& declaration = llvm::cast<clang::CXXMethodDecl>(header.declaration(name, "f"));
    Method method;
    method.parameters.emplace_back().name = "value";
    const std::vector<Column> columns = default_columns(declaration, method, header.unit().sema());
    summary.clear();
    for (const Column& column : columns) {
        // A column that has still to be tried has no type and no kind yet.
        summary += (summary.empty() ? "" : ", ") + column.expression +
                   (column.cpp_type.empty() ? "" : " " + kind_name(column.kind));
    }
    return columns.empty() ? Column{} : columns.front();
}

class DefaultColumn : public testing::TestWithParam<Recorded> {};

TEST_P(DefaultColumn, FollowsFromTheType) {
    std::string summary;
    only_column(GetParam().type, summary);
    EXPECT_EQ(summary, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Every, DefaultColumn,
    testing::Values(
        // Scalars by value, by reference to const, and by rvalue.
        Recorded{"int", "value integer"}, Recorded{"unsigned", "value unsigned"},
        Recorded{"std::size_t", "value unsigned"}, Recorded{"std::int8_t", "value integer"},
        Recorded{"char", "value integer"}, Recorded{"wchar_t", "value integer"},
        Recorded{"char16_t", "value unsigned"}, Recorded{"bool", "value boolean"},
        Recorded{"float", "value floating"}, Recorded{"double", "value floating"},
        Recorded{"long double", "value floating"}, Recorded{"const int&", "value integer"},
        Recorded{"int&&", "value integer"}, Recorded{"const double", "value floating"},
        Recorded{"Plain", "value enumeration"}, Recorded{"Wide", "value enumeration"},
        Recorded{"Opaque", "value enumeration"}, Recorded{"const Plain&", "value enumeration"},
        // What may be a result, holds no number, or does not fit.
        Recorded{"int&", ""}, Recorded{"volatile int", ""}, Recorded{"const volatile int&", ""},
        Recorded{"__int128", ""}, Recorded{"int*", ""}, Recorded{"const char*", ""},
        Recorded{"std::nullptr_t", ""}, Recorded{"void (*)(int)", ""},
        Recorded{"int Matrix::*", ""}, Recorded{"Matrix", ""}, Recorded{"const Matrix&", ""},
        Recorded{"Incomplete&", ""}, Recorded{"std::shared_ptr<Matrix>", ""},
        Recorded{"SecretSize", ""},
        // Containers.
        Recorded{"const std::vector<double>&", "value.size()"},
        Recorded{"std::vector<double>&", "value.size()"},
        Recorded{"std::vector<bool>", "value.size()"},
        Recorded{"std::map<int, int>&&", "value.size()"},
        Recorded{"const std::array<int, 3>&", "value.size()"},
        Recorded{"const std::string&", "value.size()"}, Recorded{"Sized", "value.size()"},
        Recorded{"const std::vector<std::unique_ptr<Incomplete>>&", "value.size()"},
        Recorded{"const std::vector<Incomplete>&", ""},
        Recorded{"const std::vector<std::pair<int, Incomplete>>&", ""},
        Recorded{"const std::vector<Broken<int>>&", ""}));

TEST(DefaultColumns, NameTheConstantsOfAnEnumeration) {
    std::string summary;
    const Column plain = only_column("Plain", summary);
    ASSERT_EQ(plain.constants.size(), 3U);
    EXPECT_EQ(plain.constants[0].name, "minus");
    EXPECT_EQ(plain.constants[0].value, -1);
    EXPECT_EQ(plain.constants[2].value, 7);
    const Column wide = only_column("Wide", summary);
    ASSERT_EQ(wide.constants.size(), 2U);
    EXPECT_EQ(static_cast<std::uint64_t>(wide.constants[1].value), UINT64_MAX);
    EXPECT_TRUE(only_column("Opaque", summary).constants.empty());
}

TEST(DefaultColumns, AreNamedForTheArgument) {
    std::string summary;
    EXPECT_EQ(only_column("int", summary).name, "value");
    const Column size = only_column("const std::vector<int>&", summary);
    EXPECT_EQ(size.name, "value.size");
    EXPECT_EQ(size.arguments, std::vector<std::string>{"value"});
}

} // namespace
