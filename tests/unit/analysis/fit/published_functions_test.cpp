// Fits functions without noise, which must be found exactly: the tests of Extra-P (sums and
// products of neighbouring terms of its 42, coefficients of 10, 20 and 30 beside a constant of
// 200), falling functions, and some with other coefficients. Fits constants with noise, too.
#include "chance.hpp"
#include "measuring.hpp"

#include <proxima/fit/fit.hpp>
#include <proxima/fit/term_exponents.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <utility>

namespace proxima::fit {

using namespace base;
using namespace gather;
namespace {

using At = std::vector<double>;
using Function = std::function<double(const At&)>;

double term(const TermExponents& exponents, double x) {
    const double power = static_cast<double>(exponents.numerator) / exponents.denominator;
    return std::pow(x, power) * std::pow(std::log2(x), exponents.logarithm);
}

// Value of term number `i` for the first parameter, and of the next terms for the others.
double next_term(std::size_t i, const At& at, std::size_t parameter) {
    return term(term_exponents()[i + parameter], at[parameter]);
}

std::vector<At> grid(const std::vector<double>& sizes, std::size_t parameters) {
    std::vector<At> points{{}};
    for (std::size_t i = 0; i < parameters; ++i) {
        std::vector<At> more;
        for (const auto& point : points) {
            for (const double size : sizes) {
                more.push_back(point);
                more.back().push_back(size);
            }
        }
        points = std::move(more);
    }
    return points;
}

Measurements exactly(const Function& function, const std::vector<At>& points) {
    Measurements measured;
    measured.implementation = "synthetic";
    for (std::size_t i = 0; i < points.front().size(); ++i) {
        measured.parameters.emplace_back(1, "nmpq"[i]);
    }
    for (const auto& at : points) {
        measured.points.push_back({at, {}, 1, 0, function(at)});
    }
    return measured;
}

// Value of the model for these values of all parameters.
double predicted(const Model& model, double value) {
    return model.mean(At(model.inputs.size(), value));
}

void expect_exact(const Function& function, std::size_t parameters,
                  const std::vector<double>& sizes = {2, 4, 8, 16, 32}) {
    const auto outcome = fit(exactly(function, grid(sizes, parameters)), {}).front();
    ASSERT_TRUE(outcome.model) << outcome.refusal;
    const double far = 4 * sizes.back();
    EXPECT_NEAR(predicted(*outcome.model, far) / function(At(parameters, far)), 1, 1e-4)
        << outcome.model->mean.text();
}

const std::size_t count = term_exponents().size();

TEST(PublishedFunctions, AreFoundForOneParameter) {
    for (const auto& exponents : term_exponents()) {
        for (const double size : {10., 500000.}) {
            expect_exact([=](const At& at) { return 200 + size * term(exponents, at[0]); }, 1);
            expect_exact([=](const At& at) { return size + 1000 * term(exponents, at[0]); }, 1);
        }
    }
}

TEST(PublishedFunctions, AreFoundIfTheyFall) {
    for (auto exponents : term_exponents()) {
        exponents.numerator = -exponents.numerator;
        exponents.logarithm = -exponents.logarithm;
        for (const double size : {10., 3000.}) {
            expect_exact([=](const At& at) { return 200 + size * term(exponents, at[0]); }, 1);
        }
    }
}

double product(std::size_t i, const At& at) {
    double value = 10;
    for (std::size_t parameter = 0; parameter < at.size(); ++parameter) {
        value *= next_term(i, at, parameter);
    }
    return value;
}

double sum(std::size_t i, const At& at) {
    double value = 0;
    for (std::size_t parameter = 0; parameter < at.size(); ++parameter) {
        value += 10.0 * static_cast<double>(parameter + 1) * next_term(i, at, parameter);
    }
    return value;
}

TEST(PublishedFunctions, AreFoundForSeveralParameters) {
    for (const auto& [parameters, step] : {std::pair(2U, 2U), std::pair(3U, 5U)}) {
        for (std::size_t i = step - 1; i + parameters <= count; i += step) {
            expect_exact([=](const At& at) { return 200 + product(i, at); }, parameters);
            expect_exact([=](const At& at) { return 200 + sum(i, at); }, parameters);
        }
    }
    for (std::size_t i = 0; i + 4 <= count; i += 13) {
        expect_exact([=](const At& at) { return 200 + product(i, at); }, 4);
    }
}

// Work that is divided among processors that then combine their results.
TEST(PublishedFunctions, AreFoundForDividedWork) {
    for (std::size_t i = 0; i < count; i += 4) {
        expect_exact(
            [=](const At& at) {
                return 3 + 7 * next_term(i, at, 0) / at[1] + 2 * std::log2(at[1]);
            },
            2);
    }
}

TEST(PublishedFunctions, AreFoundForTwoTermsOfOneParameter) {
    std::mt19937_64 random(5);
    for (int i = 0; i < 50; ++i) {
        const auto first = term_exponents()[random() % count];
        const auto second = term_exponents()[random() % count];
        expect_exact(
            [=](const At& at) { return 100 + 5 * term(first, at[0]) + 0.7 * term(second, at[0]); },
            1, {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096});
    }
}

// Records have scattered sizes: hardly two points differ in one parameter only.
TEST(PublishedFunctions, AreFoundWherePointsLieOnNoLines) {
    test::Chance chance(5);
    constexpr int laws = 12;
    int found = 0;
    for (int law = 0; law < laws; ++law) {
        const auto any = [&] {
            return term_exponents()[static_cast<std::size_t>(
                chance.even(0, static_cast<double>(count)))];
        };
        const auto first = any();
        const auto second = any();
        const auto time = [&](const At& at) {
            return 5 + term(first, at[0]) * term(second, at[1]);
        };
        test::Measuring measuring({"n", "m"});
        for (int i = 0; i < 40; ++i) {
            const auto size = [&] { return std::floor(std::exp2(chance.even(2, 7))); };
            const At at{size(), size()};
            for (int call = 0; call < 3; ++call) {
                measuring.add(at, time(at) * std::exp(0.05 * chance.normal()));
            }
        }
        const auto outcome = fit(measuring.done(), {}).front();
        if (outcome.model && outcome.model->input_names() == std::vector<std::string>{"n", "m"}) {
            const At far{512, 512};
            found += std::fabs(std::log(outcome.model->mean(far) / time(far))) < 0.2 ? 1 : 0;
        }
    }
    EXPECT_GE(found * 4, laws * 3);
}

// 500 series with 14 % noise, ten points with ten repetitions.
TEST(Constants, AreFoundConstantAndNeverNegative) {
    test::Chance chance(11);
    constexpr int series = 500;
    constexpr int repetitions = 10;
    int constants = 0;
    for (int i = 0; i < series; ++i) {
        Measurements measured = exactly([](const At&) { return 0; },
                                        grid({4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048}, 1));
        for (auto& point : measured.points) {
            double values[repetitions];
            for (double& value : values) {
                value = 50 * (1 + 0.14 * chance.normal());
                point.mean += value / repetitions;
            }
            for (const double value : values) {
                point.variance += (value - point.mean) * (value - point.mean) / (repetitions - 1);
            }
            point.count = repetitions;
        }
        const auto outcome = fit(measured, {}).front();
        ASSERT_TRUE(outcome.model);
        constants += outcome.model->inputs.empty() ? 1 : 0;
        for (const double far : {1., 16. * 2048, 1e9}) {
            EXPECT_GE(predicted(*outcome.model, far), 0) << outcome.model->mean.text();
        }
    }
    EXPECT_GE(constants, 475);
}

} // namespace
} // namespace proxima::fit
