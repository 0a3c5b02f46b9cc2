// Invocations that something else has delayed, told from modes of operation and from noise.
#include <proxima/model/fit.hpp>
#include <proxima/model/point_table.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

namespace proxima::model {
namespace {

/// Random numbers that are the same with every standard library.
class Random {
public:
    explicit Random(std::uint64_t seed) : random_(seed) {}

    double even(double low, double high) {
        return low + (high - low) * (static_cast<double>(random_() >> 11U) / 9007199254740992.0);
    }
    double normal() {
        const double angle = 2 * std::numbers::pi * even(0, 1);
        return std::sqrt(-2 * std::log(1 - even(0, 1))) * std::cos(angle);
    }

private:
    std::mt19937_64 random_;
};

using Values = std::function<double(double)>; ///< of an invocation at this size

Measurements measured(const std::vector<double>& sizes, int repetitions, const Values& value,
                      const Summary& how) {
    PointTable table(1, 0, 1, 0.02);
    for (int i = 0; i < repetitions; ++i) {
        for (const double size : sizes) {
            const double at[] = {size};
            const double values[] = {value(size)};
            table.add(at, {}, values);
        }
    }
    Measurements made;
    made.implementation = "synthetic";
    made.parameters = {"x"};
    table.write(0, made, how);
    return made;
}

constexpr Summary times{Statistic::automatic, Delays::interruptions};

std::uint64_t outliers_of(const Measurements& measurements) {
    std::uint64_t outliers = 0;
    for (const auto& point : measurements.points) {
        outliers += point.outliers;
    }
    return outliers;
}

/// Two cores, six busy processes: a process runs for `slice` us, then waits 1 to 10 ms.
double on_a_loaded_machine(double time, double slice, Random& random) {
    double measured = time * (1 + 0.0005 * std::fabs(random.normal()));
    for (double left = time; random.even(0, 1) < -std::expm1(-left / slice);) {
        measured += random.even(1000, 10000);
        left = random.even(0, left);
    }
    return measured;
}

struct Known {
    const char* name;
    Values units;
    std::vector<double> inputs;
};

/// The validation sample's models, in units of 100 us: calls of 50 us to 5 ms, of which from 1 % to
/// two thirds are interrupted.
TEST(Delays, InterruptedCallsDoNotMoveTheModels) {
    const std::vector<double> below{0.8, 1, 1.2, 1.4, 1.6, 1.8};
    const std::vector<double> above{2, 2.4, 2.8, 3.2, 3.6};
    const std::vector<Known> models{{"A1", [](double x) { return 2 * x; }, below},
                                    {"A2", [](double x) { return x * x; }, below},
                                    {"B1", [](double x) { return x * x * x; }, above},
                                    {"B2", [](double x) { return 2 * x * x; }, above}};
    constexpr double unit = 100;
    for (const double slice : {40000.0, 10000.0, 4000.0}) {
        for (const int repetitions : {10, 60, 400}) {
            Random random(static_cast<std::uint64_t>(slice) + static_cast<unsigned>(repetitions));
            for (const auto& known : models) {
                const auto measurements = measured(
                    known.inputs, repetitions,
                    [&](double x) {
                        return on_a_loaded_machine(unit * known.units(x), slice, random);
                    },
                    times);
                const auto outcomes = fit(measurements, {});
                ASSERT_TRUE(outcomes.front().model) << known.name;
                for (const double x : known.inputs) {
                    const double at[] = {x};
                    EXPECT_NEAR(outcomes.front().model->mean(at) / (unit * known.units(x)), 1, 0.03)
                        << known.name << " at " << x << ", " << repetitions << " times, " << slice;
                }
            }
        }
    }
}

TEST(Delays, AreSaidAndCounted) {
    Random random(1);
    const auto measurements = measured(
        {1, 2, 4, 8, 16}, 100,
        [&](double x) { return 100 * x + (random.even(0, 1) < 0.1 ? random.even(2000, 4000) : 0); },
        times);
    const auto model = fit(measurements, {}).front().model;
    ASSERT_TRUE(model);
    EXPECT_EQ(model->evidence.points + model->evidence.outliers, 500U);
    EXPECT_NEAR(static_cast<double>(model->evidence.interrupted), 50, 20);
    EXPECT_EQ(model->evidence.interrupted, model->evidence.outliers);
    EXPECT_EQ(model->evidence.statistic, "mean");
    ASSERT_EQ(model->notes.size(), 1U);
    EXPECT_NE(model->notes[0].find("longer on average than the others at their points"),
              std::string::npos)
        << model->notes[0];
    // Of 2000 to 4000 us the mean is 3000.
    EXPECT_NEAR(measurements.points[0].delay / static_cast<double>(measurements.points[0].delayed),
                3000, 500);
    const auto whole = measured(
        {1, 2, 4, 8, 16}, 100,
        [&](double x) { return 100 * x + (random.even(0, 1) < 0.1 ? random.even(2000, 4000) : 0); },
        {Statistic::mean, Delays::interruptions});
    EXPECT_EQ(outliers_of(whole), 0U);
}

TEST(Delays, OfWhatWaitsAreItsTime) {
    Random random(2);
    const auto waiting = [&](double x) {
        return 100 * x + (random.even(0, 1) < 0.3 ? random.even(1000, 9000) : 0);
    };
    EXPECT_EQ(
        outliers_of(measured({1, 2, 4, 8, 16}, 100, waiting, {Statistic::automatic, Delays::none})),
        0U);
}

/// A cache that misses in one of ten calls of a microsecond: no scheduler interrupts so often.
TEST(Delays, ComeNoMoreOftenThanASchedulerLets) {
    Random random(3);
    const auto missing = [&](double x) {
        return x * (1 + 0.02 * random.normal()) +
               (random.even(0, 1) < 0.1 ? random.even(1000, 9000) : 0);
    };
    EXPECT_EQ(outliers_of(measured({1, 2, 4, 8, 16}, 400, missing, times)), 0U);
}

TEST(Delays, AreNotModesOfOperation) {
    Random random(4);
    const auto strided = [&](double x) {
        return 500 * x * (random.even(0, 1) < 0.3 ? 4 : 1) * (1 + 0.05 * random.normal());
    };
    const auto sorted_or_not = [&](double x) {
        return 500 * x * (random.even(0, 1) < 0.3 ? random.even(2, 9) : 1) *
               (1 + 0.02 * random.normal());
    };
    EXPECT_EQ(outliers_of(measured({1, 2, 4, 8, 16}, 100, strided, times)), 0U);
    EXPECT_EQ(outliers_of(measured({1, 4, 16, 64, 256}, 100, sorted_or_not, times)), 0U);
}

/// Normal, lognormal, exponential, and Student's with three degrees: the mean is that of all.
TEST(Delays, AreNotTheTailsOfNoise) {
    Random random(5);
    const std::vector<Values> noises{[&](double) { return 1 + 0.3 * random.normal(); },
                                     [&](double) { return std::exp(random.normal()); },
                                     [&](double) { return std::exp(1.5 * random.normal()); },
                                     [&](double) { return -std::log(1 - random.even(0, 1)); },
                                     [&](double) {
                                         const double squares = std::pow(random.normal(), 2) +
                                                                std::pow(random.normal(), 2) +
                                                                std::pow(random.normal(), 2);
                                         return 10 + random.normal() / std::sqrt(squares / 3);
                                     }};
    for (std::size_t i = 0; i < noises.size(); ++i) {
        for (const int repetitions : {5, 20, 200}) {
            for (const auto delays : {Delays::interruptions, Delays::scattered}) {
                const auto made = measured({1, 2, 4, 8, 16, 32}, repetitions,
                                           [&](double x) { return 1000 * x * noises[i](x); },
                                           {Statistic::automatic, delays});
                EXPECT_LE(static_cast<double>(outliers_of(made)), 0.05 * 6 * repetitions)
                    << i << " " << repetitions;
                for (const auto& point : made.points) {
                    EXPECT_EQ(point.delayed, 0U) << i << " " << repetitions;
                }
            }
        }
    }
}

/// One in five is 2 to 10 times as large, five repetitions, as measurements are exchanged.
TEST(Delays, OfUnknownUnitAreOutliersIfTheyAreScattered) {
    Random random(6);
    const auto made = measured({4, 8, 16, 32, 64, 128, 256}, 5,
                               [&](double x) {
                                   return (3 + 0.5 * x) * (1 + 0.02 * random.normal()) *
                                          (random.even(0, 1) < 0.2 ? random.even(2, 10) : 1);
                               },
                               {Statistic::automatic, Delays::scattered});
    EXPECT_GT(outliers_of(made), 0U);
    const auto model = fit(made, {}).front().model;
    ASSERT_TRUE(model);
    for (const double x : {4.0, 32.0, 256.0}) {
        const double at[] = {x};
        EXPECT_NEAR(model->mean(at) / (3 + 0.5 * x), 1, 0.03) << x;
    }
}

TEST(Delays, AWishIsGranted) {
    const auto value = [n = 0](double) mutable {
        return std::vector<double>{10, 14, 12, 50}[n++ % 4];
    };
    const auto of = [&](Statistic statistic) {
        return measured({1}, 4, value, {statistic, Delays::interruptions}).points.front();
    };
    EXPECT_DOUBLE_EQ(of(Statistic::mean).mean, 21.5);
    EXPECT_NEAR(of(Statistic::median).mean, 13, 1e-9);
    EXPECT_DOUBLE_EQ(of(Statistic::minimum).mean, 10);
    EXPECT_DOUBLE_EQ(of(Statistic::maximum).mean, 50);
    EXPECT_EQ(of(Statistic::median).count, 4U);
}

} // namespace
} // namespace proxima::model
