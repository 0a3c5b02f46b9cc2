// Three and four sizes, one call each, give the plain formula.
#include "chance.hpp"
#include "measuring.hpp"

#include <proxima/fit/fit.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::fit {
namespace {

using Law = std::function<double(double)>;

FitOutcome fit_law(const Law& law, const std::vector<double>& sizes) {
    test::Measuring measuring({"n"});
    for (const double size : sizes) {
        measuring.add({size}, law(size));
    }
    return fit(measuring.done(), {}).front();
}

const std::vector<std::pair<std::string, Law>>& laws() {
    static const std::vector<std::pair<std::string, Law>> all{
        {"n", [](double n) { return 0.01 * n; }},
        {"n * log2(n)", [](double n) { return 0.01 * n * std::log2(n); }},
        {"n^2", [](double n) { return 0.01 * n * n; }},
        {"n^3", [](double n) { return 0.01 * n * n * n; }},
        {"log2(n)", [](double n) { return 7 * std::log2(n); }},
        {"n^(1/2)", [](double n) { return 7 * std::sqrt(n); }}};
    return all;
}

TEST(FewPoints, FourSizesGiveTheExactLaw) {
    for (const auto& sizes :
         {std::vector<double>{1000, 4000, 16000, 64000}, std::vector<double>{10, 20, 40, 80}}) {
        for (const auto& [term, law] : laws()) {
            EXPECT_EQ(fit_law(law, sizes).terms, std::vector{term}) << sizes.front();
        }
    }
}

// Caches and alignment bend real methods by more than repetitions show.
TEST(FewPoints, LinearLawsThatCachesBendStayPlain) {
    test::Chance chance(2);
    std::size_t linear = 0;
    constexpr std::size_t laws = 40;
    for (std::size_t law = 0; law < laws; ++law) {
        test::Measuring measuring({"n"});
        for (const double n : {400., 860., 1857., 4000., 8618., 18566., 40000.}) {
            const double mean = (2 + 0.003 * n) * (1 + 0.05 * chance.normal());
            for (int i = 0; i < 5; ++i) {
                measuring.add({n}, mean * (1 + 0.01 * chance.normal()));
            }
        }
        linear += fit(measuring.done(), {}).front().terms.back() == "n" ? 1 : 0;
    }
    EXPECT_GE(linear * 10, laws * 9);
}

// One size takes a thousand times as long; the largest might be where growth begins.
TEST(FewPoints, OnePointThatIsFarOffIsNamedAndLeftOut) {
    const std::vector<double> sizes{1000, 2000, 4000, 8000, 16000, 32000};
    for (const double bad : {1000., 4000., 16000.}) {
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& [term, law] = laws()[i];
            const auto disturbed = [&, &of = law](double n) {
                return of(n) * (n == bad ? 1000 : 1);
            };
            const auto outcome = fit_law(disturbed, sizes);
            ASSERT_TRUE(outcome.model) << term << ": " << outcome.refusal;
            EXPECT_EQ(outcome.terms.back(), term) << bad;
            const auto place = "at n = " + std::to_string(static_cast<int>(bad)) + " is left out: ";
            EXPECT_NE(outcome.model->fit->tail.find(place), std::string::npos)
                << outcome.model->fit->tail;
        }
    }
}

TEST(FewPoints, NoPointIsLeftOutWhereAllGrow) {
    for (const double bad : {0., 32000.}) {
        const auto law = [&](double n) { return 0.01 * n * (n == bad ? 1000 : 1); };
        const auto outcome = fit_law(law, {1000, 2000, 4000, 8000, 16000, 32000});
        EXPECT_TRUE(!outcome.model || outcome.model->fit->tail.empty());
    }
}

TEST(FewPoints, GrowthThatNoFormulaFitsIsToldInSteps) {
    const auto law = [](double n) { return std::exp2(n / 10); };
    const auto outcome = fit_law(law, {80, 110, 140, 160, 190, 220});
    ASSERT_FALSE(outcome.model);
    EXPECT_NE(outcome.refusal.find("grows with n at every step (exponent between "),
              std::string::npos)
        << outcome.refusal;
    EXPECT_NE(outcome.refusal.find("256 us at n = 80, "), std::string::npos) << outcome.refusal;
}

TEST(FewPoints, ThreeSizesGiveAPowerLawWithAWideInterval) {
    for (std::size_t i = 0; i < 4; ++i) { // slower growth is no more than this noise
        const auto& term = laws()[i].first;
        const Law& law = laws()[i].second;
        const auto noisy = [&law](double n) { return law(n) * (n == 20 ? 1.05 : 1); };
        const auto outcome = fit_law(noisy, {10, 20, 40});
        ASSERT_TRUE(outcome.model) << term << ": " << outcome.refusal;
        ASSERT_EQ(outcome.model->inputs.size(), 1U) << term;
        const double far[] = {80};
        EXPECT_TRUE(prediction_interval(*outcome.model, far, 0.9)->contains(law(80))) << term;
    }
}

TEST(FewPoints, RanksThatShareTheWork) {
    const auto outcome = fit_law([](double p) { return 5000 / p; }, {1, 2, 4, 8});
    EXPECT_EQ(outcome.terms, std::vector<std::string>{"1 / n"});
}

// Noise of 5 % is no reason for a second term of higher order.
TEST(FewPoints, EightSizesOfALineGiveNoSecondTermOfHigherOrder) {
    const double noise[] = {1.04, 0.98, 1.01, 0.95, 1.03, 0.97, 1.05, 1.10};
    test::Measuring measuring({"n"});
    for (int i = 0; i < 8; ++i) {
        const double n = 1000 * std::pow(1.8, i);
        measuring.add({n}, (4 + 0.0084 * n) * noise[i]);
    }
    const auto outcome = fit(measuring.done(), {}).front();
    ASSERT_TRUE(outcome.model);
    const double far[] = {1000 * std::pow(1.8, 7) * 16};
    EXPECT_NEAR(outcome.model->mean(far) / (0.0084 * far[0]), 1, 0.5) << outcome.model->mean.text();
}

// A largest size that a loaded machine delays is no reason for n^2 or n^3.
TEST(FewPoints, SlowLargestSizesGiveNoTermOfMuchHigherOrder) {
    const double delay[] = {1.02, 1.05, 0.99, 1.03, 0.98, 1.08, 1.35, 2.1};
    test::Measuring measuring({"n"});
    for (int i = 0; i < 8; ++i) {
        const double n = 500 * std::exp2(i);
        for (int call = 0; call < 5; ++call) {
            measuring.add({n}, 0.0048 * n * std::log2(n) * delay[i] * (1 + 0.03 * (call - 2)));
        }
    }
    const auto outcome = fit(measuring.done(), {}).front();
    ASSERT_TRUE(outcome.model);
    const double far = 16 * 64000;
    const double ratio = outcome.model->mean(std::vector{far}) / (0.0048 * far * std::log2(far));
    EXPECT_LT(ratio, 5) << outcome.model->mean.text();
}

// One of thirty sizes takes a thousand times as long, in all of its many calls.
TEST(FewPoints, OneOfManyPointsThatIsFarOffIsNamed) {
    test::Measuring measuring({"n"});
    for (int i = 0; i < 30; ++i) {
        const double n = 1000 + 300 * i;
        for (int call = 0; call < 20; ++call) {
            measuring.add({n}, 0.1 * n * (1 + 0.001 * call) * (i == 13 ? 1000 : 1));
        }
    }
    const auto outcome = fit(measuring.done(), {}).front();
    ASSERT_TRUE(outcome.model) << outcome.refusal;
    EXPECT_EQ(outcome.terms, std::vector<std::string>{"n"});
    EXPECT_NE(outcome.model->fit->tail.find("at n = 4900 are left out: "), std::string::npos)
        << outcome.model->fit->tail;
}

// One call of 55 takes thirty times as long.
TEST(FewPoints, OneSlowCallDoesNotHideGrowth) {
    test::Measuring measuring({"n"});
    for (int i = 0; i < 11; ++i) {
        const double n = std::exp2(12 + i);
        for (int call = 0; call < 5; ++call) {
            const double spread = 1 + 0.3 * call;
            measuring.add({n}, i == 10 && call == 1 ? 3000 * spread : 1e-5 * n * spread);
        }
    }
    const auto outcome = fit(measuring.done(), {}).front();
    ASSERT_TRUE(outcome.model);
    EXPECT_EQ(outcome.terms.back(), "n");
}

} // namespace
} // namespace proxima::fit
