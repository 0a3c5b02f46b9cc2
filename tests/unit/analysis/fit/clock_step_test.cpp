// Fits times read from a clock with steps of 10 ns: smaller differences are not due to the method.
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

constexpr double step_us = 0.01;

// A clock that is read twice, the first time anywhere between two steps.
class SteppingClock {
public:
    double read(double true_us) {
        const double begin = chance_.even() * step_us;
        return (std::floor((begin + true_us) / step_us) - std::floor(begin / step_us)) * step_us;
    }

private:
    test::Chance chance_{11};
};

// 4000 invocations at each of twelve sizes. `step` is the clock's step as the analysis knows it.
std::vector<FitOutcome> fitted(const std::function<double(double n)>& time_us, double step) {
    test::Measuring measuring({"n"});
    SteppingClock clock;
    for (double n = 1; n <= 2048; n *= 2) {
        for (int i = 0; i < 4000; ++i) {
            measuring.add({n}, clock.read(time_us(n)));
        }
    }
    auto made = measuring.done();
    made.step = step;
    return fit(made, {});
}

std::size_t inputs_of(const std::vector<FitOutcome>& outcomes) {
    return outcomes.front().model->inputs.size();
}

TEST(ClockStep, IgnoresGrowthBelowTheStep) {
    const auto grows = [](double n) { return 0.043 + 0.0007 * std::log2(n); };
    ASSERT_EQ(inputs_of(fitted(grows, 0)), 1U) << "what the step is to keep from being found";
    const auto outcomes = fitted(grows, step_us);
    EXPECT_EQ(inputs_of(outcomes), 0U);
    ASSERT_FALSE(outcomes.front().model->notes.empty());
    EXPECT_NE(outcomes.front().model->notes.back().find("clock's step"), std::string::npos)
        << outcomes.front().model->notes.back();
}

TEST(ClockStep, TimesBelowTheStepGetNoFormula) {
    const auto outcomes = fitted([](double n) { return 0.002 + 0.00001 * n; }, step_us);
    ASSERT_FALSE(outcomes.front().model);
    EXPECT_NE(outcomes.front().refusal.find("shorter than the clock's step"), std::string::npos)
        << outcomes.front().refusal;
}

TEST(ClockStep, FindsGrowthAboveTheStep) {
    const auto outcomes = fitted([](double n) { return 0.043 + 0.003 * std::log2(n); }, step_us);
    ASSERT_EQ(inputs_of(outcomes), 1U);
    const double at[] = {512};
    EXPECT_NEAR(outcomes.front().model->mean(at), 0.043 + 0.027, 0.003);
}

} // namespace
} // namespace proxima::fit
