// Expected values are computed from the formulas by hand or by the C library.
#include "error_of.hpp"

#include <proxima/fit/expression.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace proxima::fit {
namespace {

double value(const std::string& text) {
    return Expression(text, {})({});
}

std::string error_of(const std::string& text) {
    return proxima::unit::error_of([&] { Expression(text, {"n", "v.size"}); });
}

TEST(Expression, HasTheFunctionsOfModels) {
    EXPECT_DOUBLE_EQ(value("log2(8)"), 3);
    EXPECT_DOUBLE_EQ(value("log(exp(2))"), 2);
    EXPECT_DOUBLE_EQ(value("ln(exp(2))"), 2);
    EXPECT_DOUBLE_EQ(value("log10(1000)"), 3);
    EXPECT_DOUBLE_EQ(value("sqrt(16) + cbrt(27)"), 7);
    EXPECT_DOUBLE_EQ(value("pow(2, 10)"), 1024);
    EXPECT_DOUBLE_EQ(value("max(1, 3, 2) - min(4, 5)"), -1);
    EXPECT_DOUBLE_EQ(value("abs(-2) + floor(1.5) + ceil(1.5)"), 5);
}

TEST(Expression, VariablesMayBeCalledLikeFunctionsAndConstants) {
    const Expression expression("log(log) + e", {"log", "e"});
    const double values[] = {1, 5};
    EXPECT_DOUBLE_EQ(expression(values), 5);
}

TEST(Expression, SaysWhereTextIsWrong) {
    for (const auto& [text, place, word] :
         std::vector<std::array<const char*, 3>>{{"1 + q", "character 5: ", "`n`, `v.size`"},
                                                 {"1e400 * n", "character 1: ", "`1e400`"},
                                                 {"n = 3", "character 3: ", "=="},
                                                 {"2 * (n + 1", "character 11: ", "`)`"},
                                                 {"n + \"text\"", "character 5: ", "`\"`"},
                                                 {" ", "character 1: ", "empty"},
                                                 {"n +", "character 4: ", "ends too early"}}) {
        const auto said = error_of(text);
        EXPECT_EQ(said.find(place), 0U) << said;
        EXPECT_NE(said.find(word), std::string::npos) << said;
    }
    for (const auto* text :
         {"n n", "n, 1", "(n, 1)", "exp(1, 2)", "min()", "exp", "1 ? 2", "rnd()"}) {
        EXPECT_NE(error_of(text), "") << text;
    }
}

TEST(Expression, BoundsLengthAndDepth) {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '(') + "n" + std::string(depth, ')');
    };
    EXPECT_EQ(error_of(nested(Expression::deepest_nesting)), "");
    EXPECT_NE(error_of(nested(Expression::deepest_nesting + 1)), "");
    std::string sum = "n";
    while (sum.size() + 2 <= Expression::longest_text) {
        sum += "+n";
    }
    EXPECT_EQ(error_of(sum), "");
    EXPECT_NE(error_of(sum + "+n+n"), "");
}

TEST(VariableName, HasOnlyAllowedCharacters) {
    EXPECT_TRUE(is_variable_name("v.size"));
    EXPECT_FALSE(is_variable_name("2n"));
    EXPECT_FALSE(is_variable_name(""));
    EXPECT_EQ(variable_name("v->size"), "v__size");
    EXPECT_EQ(variable_name("2n"), "_2n");
    EXPECT_EQ(variable_name(""), "_");
}

} // namespace
} // namespace proxima::fit
