// Points that differ only in parameters that do not matter are one measurement.
#include "measuring.hpp"

#include <proxima/fit/fit.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace proxima::fit {

using namespace base;
using namespace gather;
namespace {

double cost(double size) {
    return 20 + 0.005 * size * size;
}

// A run for each size. Whole runs differ by about a tenth; within a run the calls of 36 strikes
// agree within 1 %.
Measurements runs_of_sizes(std::mt19937_64& random) {
    std::normal_distribution<double> of_run(1, 0.1);
    std::normal_distribution<double> of_call(1, 0.01);
    test::Measuring measuring({"size", "strike"});
    for (const double size : {25.0, 50.0, 100.0, 200.0, 400.0}) {
        const double speed = of_run(random);
        for (int call = 0; call < 48; ++call) {
            measuring.add({size, 80.0 + call % 8}, cost(size) * speed * of_call(random));
        }
    }
    return measuring.done();
}

TEST(UnusedParameters, DoNotMakeOneRunManyMeasurements) {
    std::mt19937_64 random(11);
    int held = 0;
    int tried = 0;
    for (int set = 0; set < 25; ++set) {
        const auto outcome = fit(runs_of_sizes(random), {}).front();
        ASSERT_TRUE(outcome.model) << outcome.refusal;
        ASSERT_EQ(outcome.model->inputs.size(), 1U);
        EXPECT_EQ(outcome.model->dropped, std::vector<std::string>{"strike"});
        EXPECT_EQ(outcome.model->evidence.distinct, 5U);
        EXPECT_EQ(outcome.measurements.parameters.size(), 2U); // all measured parameters
        auto of_mean = *outcome.model;
        of_mean.stddev = Expression("0", of_mean.input_names());
        for (const double size : {40.0, 150.0, 300.0}) {
            const double at[] = {size};
            const auto interval = prediction_interval(of_mean, at, 0.9);
            held += interval && interval->contains(cost(size)) ? 1 : 0;
            ++tried;
        }
    }
    EXPECT_GT(held, tried * 3 / 4);
}

// The formula has n alone, but three sizes are too few for a formula of n.
TEST(UnusedParameters, KeepTheFormulaThatTooFewPointsWithoutThemCannotGive) {
    test::Measuring measuring({"n", "p"});
    const std::pair<std::vector<double>, double> points[] = {
        {{1, 1}, 2}, {{1, 3}, 3}, {{2, 1}, 4}, {{2, 3}, 5}, {{16, 1}, 30}, {{16, 3}, 35}};
    for (const auto& [at, time] : points) {
        measuring.add(at, time);
        measuring.add(at, time + 0.1);
    }
    const auto outcome = fit(measuring.done(), {}).front();
    ASSERT_TRUE(outcome.model) << outcome.refusal;
    EXPECT_EQ(outcome.model->input_names(), std::vector<std::string>{"n"});
}

// 1000 lookups in a hash map on a loaded machine: the calls show growth, the means of points do
// not.
TEST(UnusedParameters, AreNotNamedIfCallsDifferWithThem) {
    const std::pair<double, std::vector<double>> points[] = {
        {1000, {5.57, 5.6, 6.98, 34.82, 51.72, 54.43}},
        {2500, {5.55, 6.26, 6.31, 6.63, 40.23, 60.94}},
        {6250, {5.1, 5.9, 8.48, 12.52, 22.74, 82.4}},
        {15625, {6.85, 10.55, 14.66, 63.16, 63.85, 98.88}},
        {39063, {6.92, 8.54, 17.09, 34.11, 43.37, 49.45}},
        {97656, {11.38, 11.42, 14.52, 15.81, 38.74, 42.07}},
        {244141, {61.7, 79.98, 82.55, 92.72, 104.17, 152.25}},
        {610352, {66.39, 71.22, 78.64, 88.62, 91.44, 119.48}}};
    test::Measuring measuring({"n"});
    for (const auto& [n, times] : points) {
        for (const double time : times) {
            measuring.add({n}, time);
        }
    }
    const auto outcome = fit(measuring.done(), {}).front();
    if (outcome.model) {
        EXPECT_TRUE(outcome.model->dropped.empty()) << outcome.model->mean.text();
    }
}

// A law of unusual exponents, whose effects are larger than the noise, is no reason to refuse.
TEST(UnusedParameters, GiveWayToAFormulaOfAllThatMatter) {
    std::mt19937_64 random(11);
    std::normal_distribution<double> noise(1, 0.2);
    int found = 0;
    for (int set = 0; set < 10; ++set) {
        test::Measuring measuring({"m", "n"});
        for (double m = 500; m < 40000; m *= 2.3) {
            for (double n = 25; n < 1000; n *= 2) {
                for (int call = 0; call < 5; ++call) {
                    measuring.add({m, n}, std::pow(m, 0.25) * std::cbrt(n) * noise(random));
                }
            }
        }
        const auto outcome = fit(measuring.done(), {}).front();
        found += outcome.model && outcome.model->inputs.size() == 2 ? 1 : 0;
    }
    EXPECT_GE(found, 9);
}

} // namespace
} // namespace proxima::fit
