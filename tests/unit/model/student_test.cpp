// Expected values: tables of the t distribution, and its closed forms for 1 and 2 degrees of
// freedom.
#include <proxima/model/student.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace proxima::model {
namespace {

TEST(StudentQuantile, IsThatOfTheTables) {
    EXPECT_NEAR(student_quantile(0.95, 5), 2.015, 5e-4);
    EXPECT_NEAR(student_quantile(0.975, 10), 2.228, 5e-4);
    EXPECT_NEAR(student_quantile(0.95, 120), 1.658, 5e-4);
    EXPECT_NEAR(student_quantile(0.975, std::numeric_limits<double>::infinity()), 1.959964, 1e-6);
}

TEST(StudentQuantile, IsThatOfTheClosedForms) {
    for (const double p : {0.6, 0.9, 0.99, 0.9995}) {
        const double a = 4 * p * (1 - p);
        EXPECT_NEAR(student_quantile(p, 1) / std::tan(std::numbers::pi * (p - 0.5)), 1, 1e-9);
        EXPECT_NEAR(student_quantile(p, 2) / (2 * (p - 0.5) * std::sqrt(2 / a)), 1, 1e-9);
    }
}

TEST(StudentQuantile, IsSymmetric) {
    EXPECT_DOUBLE_EQ(student_quantile(0.1, 7), -student_quantile(0.9, 7));
    EXPECT_NEAR(student_quantile(0.5, 7), 0, 1e-12);
}

} // namespace
} // namespace proxima::model
