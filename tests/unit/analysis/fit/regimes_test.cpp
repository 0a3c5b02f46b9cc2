// Formulas of ranges of a parameter: planted caches and kinks are found, smooth laws get none.
#include "chance.hpp"
#include "measuring.hpp"

#include <proxima/fit/fit.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/fit/term_exponents.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace proxima::fit {
namespace {

using At = std::vector<double>;
using Law = std::function<double(const At&)>;

std::vector<At> sizes(double first, double factor, int count) {
    std::vector<At> all;
    for (int i = 0; i < count; ++i) {
        all.push_back({std::round(first * std::pow(factor, i))});
    }
    return all;
}

gather::Measurements measured(const std::vector<std::string>& names, const std::vector<At>& points,
                              const Law& law, double noise, test::Chance& chance) {
    test::Measuring measuring(names);
    for (const auto& at : points) {
        for (int i = 0; i < 5; ++i) {
            measuring.add(at, law(at) * (1 + noise * chance.normal()));
        }
    }
    return measuring.done();
}

bool has_regimes(const FitOutcome& outcome) {
    return outcome.model && outcome.model->fit->family == "regimes";
}

double in_caches(const At& at) {
    const double n = at[0];
    return 0.05 + n * (n < 4096 ? 1e-4 : n < 131072 ? 2.5e-4 : 8e-4);
}

TEST(Regimes, AreFoundWhereCachesEnd) {
    test::Chance chance(3);
    auto all = measured({"n"}, sizes(300, 2, 14), in_caches, 0.03, chance);
    all.caches = {32768, 1048576}; // of 4096 and 131072 numbers of eight bytes
    const auto outcome = fit(all, {}).front();
    ASSERT_TRUE(has_regimes(outcome)) << outcome.model->mean.text();
    EXPECT_EQ(outcome.regimes.front(), "n < 4096");
    EXPECT_EQ(outcome.regimes.back(), "above");
    for (const double n : {1000., 4000., 5000., 100000., 1e6, 1e7}) { // the last is extrapolated
        const double at[] = {n};
        EXPECT_NEAR(outcome.model->mean(at) / in_caches({n}), 1, 0.05) << n;
        const auto interval = prediction_interval(*outcome.model, at, 0.9);
        ASSERT_TRUE(interval);
        EXPECT_TRUE(interval->contains(in_caches({n}))) << n;
    }
    const auto text = models_text({*outcome.model});
    EXPECT_EQ(models_text(parse_models("models.json", text)), text);
}

TEST(Regimes, AreFoundInOneOfTwoParameters) {
    const auto law = [](const At& at) { return 3 + at[0] * at[1] * (at[1] < 100 ? 0.01 : 0.03); };
    std::vector<At> points;
    for (const auto& m : sizes(16, 2, 4)) {
        for (const auto& n : sizes(10, 1.8, 9)) {
            points.push_back({m[0], n[0]});
        }
    }
    test::Chance chance(5);
    const auto outcome = fit(measured({"m", "n"}, points, law, 0.03, chance), {}).front();
    ASSERT_TRUE(has_regimes(outcome));
    EXPECT_EQ(outcome.regimes.front().substr(0, 4), "n < ");
    const double far[] = {256, 4000};
    EXPECT_NEAR(outcome.model->mean(far) / law({256, 4000}), 1, 0.1);
}

TEST(Regimes, AreFoundWhereTimesJump) {
    const auto law = [](const At& at) { return (20 + 0.01 * at[0]) * (at[0] < 5000 ? 1 : 2); };
    test::Chance chance(7);
    const auto outcome = fit(measured({"n"}, sizes(500, 1.8, 10), law, 0.02, chance), {}).front();
    ASSERT_TRUE(has_regimes(outcome)) << outcome.model->mean.text();
    for (const double n : {1000., 20000., 400000.}) { // the last is extrapolated
        const double at[] = {n};
        EXPECT_NEAR(outcome.model->mean(at) / law({n}), 1, 0.1) << n;
    }
}

// Root mean square of 1 - smaller / larger, of the formula and the law.
double misses_of(const Model& model, const std::vector<At>& points, const Law& law) {
    double squares = 0;
    for (const auto& at : points) {
        const double formula = model.mean(at);
        squares += std::pow(1 - std::min(formula, law(at)) / std::max(formula, law(at)), 2);
    }
    return std::sqrt(squares / static_cast<double>(points.size()));
}

// Bounds of two parameters at once, and of ranges with three values, are not looked for.
TEST(Regimes, ThatAreNotFoundShowInTheError) {
    const Law of_both = [](const At& at) {
        return 3 + at[0] * at[1] * (at[0] < 100 ? 0.01 : 0.04) * (at[1] < 100 ? 1 : 4);
    };
    const Law of_few = [](const At& at) { return at[0] * (at[0] < 20000 ? 0.01 : 0.04); };
    std::vector<At> points;
    for (const auto& m : sizes(10, 1.8, 9)) {
        for (const auto& n : sizes(10, 1.8, 9)) {
            points.push_back({m[0], n[0]});
        }
    }
    test::Chance chance(9);
    const auto check = [](const FitOutcome& outcome, const std::vector<At>& at, const Law& law) {
        ASSERT_TRUE(outcome.model) << outcome.refusal;
        ASSERT_EQ(outcome.model->inputs.size(), at.front().size());
        EXPECT_GE(1.1 * outcome.model->fit->relative_error + 0.01,
                  misses_of(*outcome.model, at, law))
            << outcome.model->mean.text();
        std::size_t inside = 0;
        for (const auto& one : at) {
            inside += prediction_interval(*outcome.model, one, 0.9)->contains(law(one)) ? 1 : 0;
        }
        EXPECT_GE(inside * 10, at.size() * 8) << outcome.model->mean.text();
    };
    check(fit(measured({"m", "n"}, points, of_both, 0.03, chance), {}).front(), points, of_both);
    const auto few = sizes(300, 2, 9);
    check(fit(measured({"n"}, few, of_few, 0.03, chance), {}).front(), few, of_few);
}

TEST(Regimes, SmoothLawsGetNone) {
    test::Chance chance(11);
    const auto& exponents = term_exponents();
    std::size_t divided = 0;
    const std::size_t laws = 100;
    for (std::size_t i = 0; i < laws; ++i) {
        const auto& [numerator, denominator, logarithm] = exponents[i % exponents.size()];
        const double power = static_cast<double>(numerator) / denominator;
        const double constant = i % 2 == 0 ? 0 : chance.even(1, 100);
        const double noise = i % 4 < 2 ? 0.03 : 0.15;
        const int log_power = logarithm;
        const auto law = [&](const At& at) {
            return constant + std::pow(at[0] / 100, power) * std::pow(std::log2(at[0]), log_power);
        };
        const auto points = sizes(100, chance.even(1.4, 2.2), 8 + static_cast<int>(i % 9));
        divided +=
            has_regimes(fit(measured({"n"}, points, law, noise, chance), {}).front()) ? 1 : 0;
    }
    EXPECT_LE(divided, laws / 25);
}

} // namespace
} // namespace proxima::fit
