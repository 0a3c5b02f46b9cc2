// Rare far values are left out, but not variation of the method itself; preempted calls count less.
#include "chance.hpp"
#include "measuring.hpp"

#include <proxima/fit/fit.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace proxima::fit {

using namespace base;
using namespace gather;
namespace {

using test::Chance;
using Value = std::function<double(double, Chance&)>; // value of an invocation at this size

constexpr Summary of_times{Statistic::automatic, 0.02};

class Measuring : public test::Measuring {
public:
    explicit Measuring(std::uint64_t seed = 1) : test::Measuring({"x"}), random_(seed) {}

    void measure(const std::vector<double>& sizes, int repetitions, const Value& value) {
        for (int i = 0; i < repetitions; ++i) {
            for (const double size : sizes) {
                add({size}, value(size, random_));
            }
        }
    }

private:
    Chance random_;
};

std::uint64_t left_out_of(const Measurements& measurements) {
    std::uint64_t sum = 0;
    for (const auto& point : measurements.points) {
        sum += point.outliers;
    }
    return sum;
}

double cubic(double x) {
    return 0.3 + 2 * x * x * x;
}

const std::vector<double> sizes{0.8, 1, 1.2, 1.4, 1.6, 1.8, 2.5, 3, 3.5, 4, 4.5, 5};

Measuring cubic_with_noise() {
    Measuring measuring;
    measuring.measure(sizes, 20, [](double x, Chance& random) {
        return cubic(x) - 0.06 * std::log(1 - random.even(0, 1));
    });
    return measuring;
}

void expect_cubic(const FitOutcome& outcome) {
    ASSERT_TRUE(outcome.model) << outcome.refusal;
    for (const double x : {1.0, 3.0, 5.0}) {
        const double at[] = {x};
        EXPECT_NEAR(outcome.model->mean(at) / cubic(x), 1, 0.05) << x;
    }
}

TEST(LeftOut, RareFarValuesAreLeftOutAndNoted) {
    auto measuring = cubic_with_noise();
    measuring.add({5}, 28000);
    measuring.add({5}, 28100);
    const auto measurements = measuring.done(of_times);
    const auto outcome = fit(measurements, {}).front();
    expect_cubic(outcome);
    EXPECT_EQ(outcome.model->evidence.outliers, 2U);
    ASSERT_EQ(outcome.model->warnings.size(), 1U); // they take most of the time
    EXPECT_NE(outcome.model->warnings[0].find("2 calls above 20000 us"), std::string::npos)
        << outcome.model->warnings[0];
    EXPECT_GT(outcome.model->fit->left_out, 0.5);
    ASSERT_EQ(outcome.model->notes.size(), 1U);
    EXPECT_EQ(outcome.model->notes[0].find("2 of 242 invocations"), 0U) << outcome.model->notes[0];
    // Left-out calls count in the total time.
    double total = 0;
    for (const auto& point : measurements.points) {
        total += point.total;
    }
    EXPECT_GT(total, 56100);
}

// A point with one invocation cannot find its own outliers.
TEST(LeftOut, OnePointFarAboveTheFormula) {
    Measuring measuring;
    for (int x = 10; x < 40; ++x) {
        measuring.add({1.0 * x}, x == 20 ? 5000 : 3 * x);
    }
    const auto model = fit(measuring.done(of_times), {}).front().model;
    ASSERT_TRUE(model);
    EXPECT_NEAR(model->mean({{25.0}}), 75, 1);
    EXPECT_EQ(model->evidence.outliers, 1U);
}

// Runs for `slice` us on average, then waits 1 to 10 ms.
double on_a_loaded_machine(double time, double slice, Chance& random) {
    double measured = time * (1 + 0.0005 * std::fabs(random.normal()));
    for (double left = time; random.happens(-std::expm1(-left / slice));) {
        measured += random.even(1000, 10000);
        left = random.even(0, left);
    }
    return measured;
}

// Most of the longer calls are delayed, which the calls at the points only show as outliers.
TEST(LeftOut, IntervalsBeyondThePointsHoldDelayedCalls) {
    const auto loaded = [](double x, Chance& random) {
        return on_a_loaded_machine(0.5 * x, 4000, random);
    };
    Chance random(9);
    double held = 0;
    double tried = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
        Measuring measuring(seed);
        measuring.measure({50, 100, 200, 400, 800, 1600}, 20, loaded);
        const auto model = fit(measuring.done(of_times), {}).front().model;
        ASSERT_TRUE(model);
        for (const double x : {6400.0, 25600.0}) {
            const auto interval = prediction_interval(*model, {{x}}, 0.9);
            ASSERT_TRUE(interval);
            for (int call = 0; call < 50; ++call, ++tried) {
                held += interval->contains(loaded(x, random)) ? 1 : 0;
            }
        }
    }
    EXPECT_GT(held / tried, 0.8);
}

// Calls of 0.1 to 5 ms, up to four in ten of which are preempted.
TEST(LeftOut, PreemptedCallsDoNotMoveTheModel) {
    for (const double slice : {40000.0, 10000.0}) {
        for (const int repetitions : {30, 400}) {
            const auto truth = [](double x) { return 100 * x * x; };
            Measuring measuring(static_cast<std::uint64_t>(slice) +
                                static_cast<unsigned>(repetitions));
            measuring.measure({1, 2, 3, 4, 5, 6, 7}, repetitions, [&](double x, Chance& random) {
                return on_a_loaded_machine(truth(x), slice, random);
            });
            const auto model = fit(measuring.done(of_times), {}).front().model;
            ASSERT_TRUE(model);
            for (const double x : {1.0, 4.0, 7.0}) {
                EXPECT_NEAR(model->mean({{x}}) / truth(x), 1, 0.03) << slice << ' ' << repetitions;
            }
        }
    }
}

struct Kept {
    const char* what;
    Summary how;
    std::vector<double> sizes;
    Value value;
};

// Leaves out at most one call in 200 for noise with long tails, else none.
TEST(LeftOut, VariationOfTheMethodIsKept) {
    const std::vector<double> doubled{1, 2, 4, 8, 16};
    const std::vector<Kept> all{
        {"a mode of operation", of_times, doubled,
         [](double x, Chance& r) {
             return 500 * x * (r.happens(0.3) ? 4 : 1) * (1 + 0.05 * r.normal());
         }},
        {"modes that grow with the call",
         of_times,
         {1, 4, 16, 64, 256},
         [](double x, Chance& r) {
             return 500 * x * (r.happens(0.3) ? r.even(2, 9) : 1) * (1 + 0.02 * r.normal());
         }},
        {"more often than a scheduler", of_times, doubled,
         [](double x, Chance& r) {
             return x * (1 + 0.02 * r.normal()) + (r.happens(0.15) ? r.even(1000, 9000) : 0);
         }},
        {"waiting for others",
         {},
         doubled,
         [](double x, Chance& r) { return 100 * x + (r.happens(0.3) ? r.even(1000, 9000) : 0); }},
        {"wide noise", of_times, doubled,
         [](double x, Chance& r) { return 1000 * x * std::exp(r.normal()); }},
        {"wider noise", of_times, doubled,
         [](double x, Chance& r) { return 1000 * x * std::exp(1.5 * r.normal()); }},
        {"exponential noise", of_times, doubled,
         [](double x, Chance& r) { return -1000 * x * std::log(1 - r.even(0, 1)); }}};
    for (const auto& one : all) {
        for (const int repetitions : {10, 100}) {
            Measuring measuring(3);
            measuring.measure(one.sizes, repetitions, one.value);
            EXPECT_LE(left_out_of(measuring.done(one.how)) * 200,
                      one.sizes.size() * static_cast<std::size_t>(repetitions))
                << one.what << ", " << repetitions << " times";
        }
    }
}

} // namespace
} // namespace proxima::fit
