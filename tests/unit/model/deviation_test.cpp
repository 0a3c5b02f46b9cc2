// The deviation of single invocations, where it does not follow the mean.
#include <proxima/model/fit.hpp>
#include <proxima/model/point_table.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace proxima::model {
namespace {

using Function = std::function<double(double)>;

/// Twenty invocations of a line at each size, half of them the deviation above the mean and half of
/// them below.
FitOutcome fitted(const std::vector<double>& sizes, const Function& deviation) {
    PointTable table(1, 0, 1);
    for (const double n : sizes) {
        for (int i = 0; i < 20; ++i) {
            const double at[] = {n};
            const double value[] = {10 + n + (i % 2 == 0 ? 1 : -1) * deviation(n)};
            table.add(at, {}, value);
        }
    }
    Measurements measurements;
    measurements.implementation = "synthetic";
    measurements.parameters = {"n"};
    measurements.statistic = Statistic::mean;
    table.write(0, measurements, {Statistic::mean, Delays::scattered});
    auto outcomes = fit(measurements, {});
    EXPECT_EQ(outcomes.size(), 1U);
    EXPECT_TRUE(outcomes.front().model) << outcomes.front().refusal;
    return outcomes.front();
}

double deviation_at(const FitOutcome& outcome, double n) {
    const double at[] = {n};
    return (*outcome.model->stddev)(at);
}

TEST(Deviation, GrowsFasterThanTheMeanBeyondThePointsToo) {
    const auto noise = [](double n) { return 1e-5 * n * n * n; };
    const auto outcome = fitted({4, 6, 9, 13, 20, 30, 45, 60}, noise);
    for (const double n : {4.0, 20.0, 60.0, 240.0}) {
        EXPECT_NEAR(deviation_at(outcome, n) / noise(n), 1, 0.3) << n;
    }
}

} // namespace
} // namespace proxima::model
