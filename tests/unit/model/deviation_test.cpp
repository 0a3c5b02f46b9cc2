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

/// At 200 places between the ends of the domain.
void expect_between(const FitOutcome& outcome, double first, double last, double least,
                    double greatest) {
    for (int i = 0; i <= 200; ++i) {
        const double n = first * std::pow(last / first, i / 200.0);
        EXPECT_GE(deviation_at(outcome, n), least) << n << ' ' << outcome.model->stddev->text();
        EXPECT_LE(deviation_at(outcome, n), greatest) << n << ' ' << outcome.model->stddev->text();
    }
}

TEST(Deviation, StepsWhereNoiseSetsIn) {
    const auto noise = [](double n) { return (10 + n) * (n < 32 ? 1e-4 : 0.2); };
    const auto outcome = fitted({1, 2, 4, 8, 16, 32, 64, 128}, noise);
    expect_between(outcome, 1, 128, noise(1) / 3, 3 * noise(128));
    for (const double n : {1.0, 8.0, 16.0, 32.0, 128.0}) {
        EXPECT_NEAR(deviation_at(outcome, n) / noise(n), 1, 0.5) << n;
    }
}

TEST(Deviation, StaysWithinWhatWasMeasuredWhereSomePointsWereDisturbed) {
    const auto noise = [](double n) {
        return (10 + n) * (n == 12 || n == 20 || n == 24 ? 0.4 : 1e-4);
    };
    const auto outcome = fitted({1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24}, noise);
    expect_between(outcome, 1, 24, noise(1) / 3, 3 * noise(24));
    EXPECT_GT(deviation_at(outcome, 24), noise(24) / 3);
}

TEST(Deviation, StaysWithinWhatWasMeasuredWhereOnePointWasQuiet) {
    const auto noise = [](double n) { return n == 8 ? 1e-6 : 0.1 * (10 + n); };
    const auto outcome = fitted({1, 2, 4, 8, 16, 32, 64, 128, 256}, noise);
    for (const double n : {1.0, 4.0, 64.0, 256.0}) {
        EXPECT_NEAR(deviation_at(outcome, n) / noise(n), 1, 0.5) << n;
    }
}

TEST(Deviation, FollowsAPowerLawAndNoFurtherThanTheMean) {
    const auto noise = [](double n) { return 1e-5 * n * n * n; };
    const auto outcome = fitted({4, 6, 9, 13, 20, 30, 45, 60}, noise);
    for (const double n : {4.0, 20.0, 60.0}) {
        EXPECT_NEAR(deviation_at(outcome, n) / noise(n), 1, 0.3) << n;
    }
    const double share = noise(60) / 70;
    EXPECT_LE(deviation_at(outcome, 6000), 1.3 * share * 6010);
}

} // namespace
} // namespace proxima::model
