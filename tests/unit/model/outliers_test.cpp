// Values that are left out because they lie far from the others, and those that are not.
#include <proxima/model/fit.hpp>
#include <proxima/model/point_table.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace proxima::model {
namespace {

/// The same with every standard library.
class Random {
public:
    explicit Random(std::uint64_t seed) : random_(seed) {}

    double even() { return static_cast<double>(random_() >> 11U) / 9007199254740992.0; }
    double exponential() { return -std::log(1 - even()); }
    double normal() {
        return std::sqrt(2 * exponential()) * std::cos(2 * std::numbers::pi * even());
    }

private:
    std::mt19937_64 random_;
};

const std::vector<double> sizes{0.8, 1, 1.2, 1.4, 1.6, 1.8, 2.5, 3, 3.5, 4, 4.5, 5};

double cubic(double x) {
    return 0.3 + 2 * x * x * x;
}

/// Twenty invocations at each size, as a clock sees them: never too short.
class Cubic {
public:
    Cubic() {
        for (const double x : sizes) {
            for (int i = 0; i < 20; ++i) {
                add(x, cubic(x) + 0.06 * random_.exponential());
            }
        }
    }

    void add(double x, double value) {
        const double at[] = {x};
        const double values[] = {value};
        table_.add(at, {}, values);
    }

    Measurements done(Statistic statistic = Statistic::automatic) const {
        Measurements made;
        made.implementation = "synthetic";
        made.parameters = {"x"};
        table_.write(0, made, {statistic, Delays::scattered});
        return made;
    }

private:
    PointTable table_{1, 0, 1};
    Random random_{2};
};

FitOutcome only(const Measurements& measurements) {
    auto outcomes = fit(measurements, {});
    EXPECT_EQ(outcomes.size(), 1U);
    return outcomes.front();
}

void expect_cubic(const FitOutcome& outcome) {
    ASSERT_TRUE(outcome.model) << outcome.refusal;
    for (const double x : {1.0, 3.0, 5.0}) {
        const double at[] = {x};
        EXPECT_NEAR(outcome.model->mean(at) / cubic(x), 1, 0.05) << x;
    }
}

std::uint64_t outliers_of(const Measurements& measurements) {
    std::uint64_t outliers = 0;
    for (const auto& point : measurements.points) {
        outliers += point.outliers;
    }
    return outliers;
}

/// They are 9 % of their point, and 1 % of all.
TEST(Outliers, TwoAtOnePointDoNotBendTheModel) {
    Cubic measuring;
    measuring.add(5, 28000);
    measuring.add(5, 28100);
    const auto outcome = only(measuring.done());
    expect_cubic(outcome);
    EXPECT_EQ(outcome.model->evidence.outliers, 2U);
    EXPECT_EQ(outcome.model->evidence.interrupted, 0U);
    EXPECT_TRUE(outcome.model->warnings.empty());
    ASSERT_EQ(outcome.model->notes.size(), 1U);
    EXPECT_EQ(outcome.model->notes[0].substr(0, 46),
              "2 of 242 invocations (0.83%), at 1 of 12 point");
}

/// Half of the invocations at one size are a mode of operation there.
TEST(Outliers, MoreThanAThirdOfAPointStaysAndIsSaid) {
    Cubic measuring;
    for (int i = 0; i < 12; ++i) {
        measuring.add(5, 28000);
    }
    const auto measurements = measuring.done();
    EXPECT_EQ(outliers_of(measurements), 0U);
    const auto outcome = only(measurements);
    ASSERT_TRUE(outcome.model);
    // One point's mean is forty times what the others let expect.
    ASSERT_EQ(outcome.model->warnings.size(), 2U);
    EXPECT_EQ(outcome.model->warnings[0].substr(0, 27), "do not rely on this model: ");
    EXPECT_NE(outcome.model->warnings[1].find("too many to be outliers"), std::string::npos);
    EXPECT_NE(outcome.model->warnings[1].find("--statistic minimum"), std::string::npos);
}

TEST(Outliers, MoreThanFivePercentOfAllStay) {
    Cubic measuring;
    for (const double x : sizes) {
        measuring.add(x, 1000 * cubic(x));
        measuring.add(x, 1001 * cubic(x));
    }
    EXPECT_EQ(outliers_of(measuring.done()), 0U);
}

/// Lognormal noise whose mean is 1: the tenth of the values that are largest are four tenths of it.
TEST(Outliers, TheTailOfNoiseIsNotCutOff) {
    Random random(3);
    PointTable table(1, 0, 1);
    for (const double x : sizes) {
        for (int i = 0; i < 400; ++i) {
            const double at[] = {x};
            const double values[] = {1000 * x * std::exp(random.normal() - 0.5)};
            table.add(at, {}, values);
        }
    }
    Measurements made;
    made.parameters = {"x"};
    table.write(0, made);
    EXPECT_LE(outliers_of(made), 2U);
    for (const auto& point : made.points) {
        // The deviation is 1.31: five of those of a mean of 400.
        EXPECT_NEAR(point.mean / (1000 * point.at[0]), 1, 5 * 1.31 / 20);
    }
}

/// Single far values at four of the twelve points, which stay: a wish is granted.
TEST(Outliers, DoNotMoveAModelOfMediansOrMinima) {
    Cubic measuring;
    for (const double x : {1.0, 2.5, 3.0, 5.0}) {
        measuring.add(x, 28000);
    }
    for (const auto statistic : {Statistic::median, Statistic::minimum}) {
        const auto outcome = only(measuring.done(statistic));
        expect_cubic(outcome);
        EXPECT_EQ(outcome.model->evidence.outliers, 0U);
        EXPECT_TRUE(outcome.model->warnings.empty());
    }
    EXPECT_FALSE(only(measuring.done(Statistic::mean)).model->warnings.empty());
}

} // namespace
} // namespace proxima::model
