// Points that differ only in parameters that do not matter are one measurement.
#include "measuring.hpp"

#include <proxima/fit/fit.hpp>

#include <gtest/gtest.h>

#include <random>

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
    return measuring.done({Statistic::automatic, true});
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

} // namespace
} // namespace proxima::fit
