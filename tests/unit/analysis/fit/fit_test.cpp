// Fits measurements whose true model is known.
#include "chance.hpp"
#include "measuring.hpp"

#include <proxima/fit/fit.hpp>
#include <proxima/gather/point_table.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace proxima::fit {

using namespace base;
using namespace gather;
namespace {

class Noise {
public:
    explicit Noise(double relative) : relative_(relative) {}
    double operator()() { return 1 + relative_ * chance_.normal(); }

private:
    double relative_;
    test::Chance chance_{7};
};

using Truth = std::function<double(const std::vector<double>&)>;

class Measuring : public test::Measuring {
public:
    explicit Measuring(std::vector<std::string> parameters, double noise = 0)
        : test::Measuring(std::move(parameters)), noise_(noise) {}

    void measure(const std::vector<double>& at, const Truth& truth, int repetitions = 5) {
        for (int i = 0; i < repetitions; ++i) {
            add(at, truth(at) * noise_());
        }
    }

private:
    Noise noise_;
};

Measurements over_n(const Truth& truth, double noise, int points, double first, double factor,
                    int repetitions = 5) {
    Measuring measuring({"n"}, noise);
    double n = first;
    for (int i = 0; i < points; ++i) {
        measuring.measure({std::round(n)}, truth, repetitions);
        n *= factor;
    }
    return measuring.done();
}

FitOutcome only(const Measurements& measurements, const FitOptions& options = {}) {
    auto outcomes = fit(measurements, options);
    EXPECT_EQ(outcomes.size(), 1U);
    return outcomes.front();
}

double mean_at(const FitOutcome& outcome, std::vector<double> at) {
    return outcome.model ? outcome.model->mean(at) : std::nan("");
}

TEST(Fit, FindsANoiseThatDoesNotGrow) {
    Measuring measuring({"n"});
    Noise noise(1);
    for (double n = 10; n < 2000; n *= 1.5) {
        for (int i = 0; i < 40; ++i) {
            measuring.add({n}, 100 + n + 5 * (noise() - 1));
        }
    }
    const auto outcome = only(measuring.done());
    ASSERT_TRUE(outcome.model);
    for (const double n : {10.0, 1000.0}) {
        const double at[] = {n};
        EXPECT_NEAR((*outcome.model->stddev)(at), 5, 1) << n;
    }
}

TEST(Fit, FindsAKinkWhereACacheEnds) {
    const auto truth = [](const std::vector<double>& at) {
        return 10 + 0.1 * at[0] + 0.4 * std::max(0.0, at[0] - 5000);
    };
    const auto outcome = only(over_n(truth, 0.02, 16, 100, 1.6, 10));
    ASSERT_TRUE(outcome.model);
    EXPECT_EQ(outcome.model->fit->family, "regimes") << outcome.model->mean.text();
    EXPECT_NEAR(mean_at(outcome, {1000}) / truth({1000}), 1, 0.03);
    EXPECT_NEAR(mean_at(outcome, {50000}) / truth({50000}), 1, 0.04);
}

TEST(Fit, TellsWhichParametersMatter) {
    const auto truth = [](const std::vector<double>& at) { return 5 + 0.02 * at[0] * at[1]; };
    Measuring measuring({"n", "m", "color"}, 0.03);
    for (const double n : {10., 20., 40., 80., 160.}) {
        for (const double m : {5., 10., 20., 40., 80.}) {
            for (const double color : {1., 2., 3., 4., 5.}) {
                measuring.measure({n, m, color}, truth, 2);
            }
        }
    }
    const auto outcome = only(measuring.done());
    ASSERT_TRUE(outcome.model);
    EXPECT_EQ(outcome.terms, (std::vector<std::string>{"1", "n * m"}));
    ASSERT_EQ(outcome.model->inputs.size(), 2U);
    EXPECT_EQ(outcome.model->dropped, std::vector<std::string>{"color"});
    EXPECT_NEAR(mean_at(outcome, {100, 50}) / 105, 1, 0.03);
}

// One call each of 360 at five sizes, half of them beside class B.
Measurements beside_two_classes(bool is_tested, double (*ratio_beside_b)(double n)) {
    Measurements made;
    made.implementation = "synthetic";
    made.parameters = {"n"};
    made.discrete = {{"other", {"A", "B"}, is_tested}};
    PointTable table(1, 1, 1);
    Noise noise(0.15);
    for (const double n : {50, 100, 200, 400, 600}) {
        for (std::uint32_t i = 0; i < 360; ++i) {
            const std::uint32_t in[] = {i % 2};
            const double value[] = {(i % 2 == 1 ? ratio_beside_b(n) : 1) * n * noise()};
            table.add({&n, 1}, in, value);
        }
    }
    table.write(0, made);
    return made;
}

// Above a size, calls beside class B take three times as long: no formula of this part holds.
TEST(Fit, SplitsByAParameterThatRunsHaveShownToMatter) {
    for (const bool is_tested : {false, true}) {
        const auto made =
            beside_two_classes(is_tested, [](double n) { return n > 300 ? 3.0 : 1.0; });
        EXPECT_EQ(fit(made, {}).size(), is_tested ? 2U : 1U);
    }
}

// The least effect that runs are asked to show is 5 %; without runs, models must differ by more.
TEST(Fit, SplitsBySmallEffectsOnlyIfRunsHaveShownThem) {
    const auto fifteen_per_cent = [](double) { return 1.15; };
    EXPECT_EQ(fit(beside_two_classes(true, fifteen_per_cent), {}).size(), 2U);
    EXPECT_EQ(fit(beside_two_classes(false, fifteen_per_cent), {}).size(), 1U);
    EXPECT_EQ(fit(beside_two_classes(true, [](double) { return 1.02; }), {}).size(), 1U);
}

TEST(Fit, SplitsByAParameterThatSeparatesTheData) {
    Measurements made;
    made.implementation = "synthetic";
    made.parameters = {"n"};
    made.discrete = {{"mode", {"sequential", "strided"}}, {"color", {"red", "blue"}}};
    PointTable table(1, 2, 1);
    Noise noise(0.03);
    for (double n = 10; n < 1000; n *= 1.5) {
        for (std::uint32_t i = 0; i < 20; ++i) {
            const double at[] = {std::round(n)};
            const std::uint32_t in[] = {i % 2, (i / 2) % 2};
            const double value[] = {(i % 2 == 0 ? 1.0 : 4.0) * at[0] * noise()};
            table.add(at, in, value);
        }
    }
    table.write(0, made);
    const auto outcomes = fit(made, {});
    ASSERT_EQ(outcomes.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        ASSERT_TRUE(outcomes[i].model);
        ASSERT_EQ(outcomes[i].model->conditions.size(), 1U);
        EXPECT_EQ(outcomes[i].model->conditions[0].parameter, "mode");
        EXPECT_EQ(outcomes[i].model->conditions[0].value, made.discrete[0].values[i]);
        EXPECT_NEAR(mean_at(outcomes[i], {500}) / (i == 0 ? 500 : 2000), 1, 0.05);
        EXPECT_EQ(outcomes[i].model->dropped, std::vector<std::string>{"color"});
    }
    FitOptions whole;
    whole.split = false;
    EXPECT_EQ(fit(made, whole).size(), 1U);
}

TEST(Fit, RefusesTooFewData) {
    const auto line = [](const std::vector<double>& at) { return at[0]; };
    EXPECT_NE(only(over_n(line, 0.1, 2, 10, 2)).refusal.find("measure n = 40"), std::string::npos);
    EXPECT_NE(only(over_n(line, 0.1, 1, 10, 2)).refusal.find("20, 40"), std::string::npos);
    EXPECT_NE(only(over_n([](auto&) { return 0.0; }, 0.1, 6, 10, 2)).refusal, "");
    EXPECT_FALSE(only(over_n(line, 0.1, 2, 10, 2)).model);
}

// Refusals suggest no values for times, levels of refinement, flags, or addresses.
TEST(Fit, SuggestsOnlyValuesThatUsersCanChoose) {
    const auto line = [](const std::vector<double>& at) { return 1 + at[0]; };
    auto time = over_n(line, 0.1, 2, 1, 2);
    time.quantities = {"n"};
    const std::vector<Measurements> all{time, over_n(line, 0.1, 2, 0, 2),
                                        over_n(line, 0.1, 2, 93824992231440, 2)};
    for (const auto& measured : all) {
        EXPECT_EQ(only(measured).refusal.find("measure n"), std::string::npos)
            << only(measured).refusal;
    }
}

// Repetitions do not average out the bias of points (alignment, cache sets): 8 % between sizes, 1 %
// between calls. A line is as good as any other formula.
TEST(Fit, PrefersALineWherePointsScatterMoreThanTheirRepetitions) {
    Noise between(0.08);
    Noise within(0.01);
    Measuring measuring({"n"});
    for (double n = 64; n < 70000; n *= 1.33) {
        const double truth = (2.4 + 0.05 * std::round(n)) * between();
        for (int i = 0; i < 200; ++i) {
            measuring.add({std::round(n)}, truth * within());
        }
    }
    const auto outcome = only(measuring.done());
    ASSERT_TRUE(outcome.model);
    EXPECT_EQ(outcome.terms, (std::vector<std::string>{"1", "n"}));
    EXPECT_NEAR(mean_at(outcome, {10000}) / 502.4, 1, 0.06);
    // The error of the slope is 8 % over the root of the 25 points, not of the 5000 invocations.
    const double error = std::sqrt(outcome.model->uncertainty->covariance[1][1]);
    EXPECT_NEAR(error / 0.05, 0.08 / 5, 0.01);
}

// With a bias of 3 % at each point (caches, alignment), five points do not tell n^3 from
// n^(5/2) log2(n)^2.
TEST(Fit, PrefersUsualExponentsIfFivePointsCannotTell) {
    const std::vector<std::pair<Truth, std::string>> all{
        {[](auto& at) { return 1 + 0.05 * at[0]; }, "n"},
        {[](auto& at) { return 1 + 0.02 * at[0] * std::log2(at[0]); }, "n * log2(n)"},
        {[](auto& at) { return 5 + 0.01 * at[0] * at[0]; }, "n^2"},
        {[](auto& at) { return 10 + 1e-4 * std::pow(at[0], 3); }, "n^3"},
        {[](auto& at) { return 10 + 1e-4 * std::pow(at[0], 3) * std::log2(at[0]); },
         "n^3 * log2(n)"}};
    constexpr int sets = 40;
    Noise between(0.03);
    Noise within(0.01);
    std::size_t found = 0;
    for (const auto& [truth, expected] : all) {
        for (int set = 0; set < sets; ++set) {
            Measuring measuring({"n"});
            for (const double n : {100., 200., 400., 800., 1600.}) {
                const double mean = truth({n}) * between();
                for (int i = 0; i < 5; ++i) {
                    measuring.add({n}, mean * within());
                }
            }
            auto terms = only(measuring.done()).terms;
            std::erase(terms, "1");
            found += terms == std::vector{expected} ? 1 : 0;
        }
    }
    EXPECT_GT(found, 0.75 * sets * all.size()); // half of them by likelihood alone
}

// Ranks 1, 2, 4, 8: the usual study. 10 + 3 n p is exact at other numbers.
TEST(Fit, AParameterWithFewValuesIsAnInput) {
    Measuring measuring({"n", "p"});
    const auto truth = [](const std::vector<double>& at) { return 10 + 3 * at[0] * at[1]; };
    for (const double n : {10., 20., 40., 80., 160.}) {
        for (const double p : {1., 2., 4., 8.}) {
            measuring.measure({n, p}, truth);
        }
    }
    const auto outcome = only(measuring.done());
    ASSERT_TRUE(outcome.model);
    EXPECT_NEAR(mean_at(outcome, {1000, 64}) / truth({1000, 64}), 1, 1e-6);
}

TEST(Fit, SaysWhichParametersAreCollinear) {
    Measuring measuring({"nx", "ny", "cells", "twice"}, 0.01);
    for (const double x : {10., 20., 40., 80.}) {
        for (const double y : {5., 10., 30., 70.}) {
            measuring.measure({x, y, x * y, 2 * x}, [](auto& at) { return 5 + at[2]; });
        }
    }
    const auto outcome = only(measuring.done());
    ASSERT_TRUE(outcome.model);
    EXPECT_EQ(outcome.terms, (std::vector<std::string>{"1", "nx * ny"}));
    const auto& notes = outcome.model->notes;
    const auto has = [&](const std::string& begin) {
        return std::any_of(notes.begin(), notes.end(),
                           [&](const auto& note) { return note.starts_with(begin); });
    };
    EXPECT_TRUE(has("cells follows from nx and ny "));
    EXPECT_TRUE(has("twice follows from nx "));
}

TEST(Fit, SaysThatFewNoisyCallsDoNotReachFar) {
    const auto truth = [](auto& at) { return 100 + 5 * at[0] + 0.1 * at[0] * at[0]; };
    const auto is_said = [&](double noise, int points, int repetitions) {
        const auto outcome = only(over_n(truth, noise, points, 4, 2, repetitions));
        const auto& notes = outcome.model->notes;
        return std::any_of(notes.begin(), notes.end(),
                           [](const auto& note) { return note.starts_with("few and noisy"); });
    };
    EXPECT_TRUE(is_said(0.3, 7, 1));
    EXPECT_TRUE(is_said(0.3, 7, 2));
    EXPECT_FALSE(is_said(0.3, 7, 5));
    EXPECT_FALSE(is_said(0.3, 12, 2));
    EXPECT_FALSE(is_said(0.01, 7, 2));
}

TEST(Fit, WritesNoConstantThatIsLessThanItsError) {
    for (int points = 12; points < 52; ++points) {
        const auto truth = [](auto& at) { return 0.08 * at[0]; };
        const auto outcome = only(over_n(truth, 0.15, points, 100, 1.12));
        ASSERT_TRUE(outcome.model) << points;
        if (outcome.terms.front() == "1") {
            const double error = std::sqrt(outcome.model->uncertainty->covariance[0][0]);
            EXPECT_GT(outcome.coefficients.front(), error) << points;
        }
    }
}

// The search uses a sample of the points; few have n = 0, where n log2(n) has no value.
TEST(Fit, FormulasHoldAtPointsThatTheSearchDidNotSee) {
    const auto truth = [](auto& at) { return 0.1 * at[0] * std::log2(at[0] + 1) + at[1]; };
    Measuring measuring({"n", "m"}, 0.03);
    test::Chance chance(7);
    std::vector<std::vector<double>> points;
    for (int i = 0; i < 1200; ++i) {
        const double n = i < 3 ? 0 : std::exp2(12 * chance.even());
        points.push_back({n, 1 + std::floor(4 * chance.even())});
        measuring.measure(points.back(), truth, 3);
    }
    const auto outcome = only(measuring.done());
    ASSERT_TRUE(outcome.model);
    ASSERT_FALSE(outcome.model->inputs.empty());
    for (const auto& at : points) {
        std::vector<double> inputs;
        for (const auto& input : outcome.model->inputs) {
            inputs.push_back(at[input.parameter == "n" ? 0 : 1]);
        }
        EXPECT_TRUE(std::isfinite(mean_at(outcome, inputs))) << at[0] << ' ' << at[1];
    }
}

} // namespace
} // namespace proxima::fit
