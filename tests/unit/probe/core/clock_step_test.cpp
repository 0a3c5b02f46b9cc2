// The rate and resolution of clocks.
#include "clock/clock.hpp"
#include "clock/step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace {

using namespace proxima::detail;

// Differences between readings `every` ticks apart, on the average, of a counter that advances by
// `step` at a time and counts whole ticks.
ClockAdvances advances_of(double step, double every) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> jitter(0.5 * every, 1.5 * every);
    ClockAdvances advances{};
    double time = 0;
    std::uint64_t before = 0;
    for (auto& advance : advances) {
        time += jitter(random);
        const auto now = static_cast<std::uint64_t>(std::floor(time / step) * step);
        advance = now - before;
        before = now;
    }
    return advances;
}

TEST(ClockStep, IsFoundWhereTheCounterIsScaled) {
    EXPECT_NEAR(static_cast<double>(step_of(advances_of(26.4, 27))), 26.4, 1);
    EXPECT_NEAR(static_cast<double>(step_of(advances_of(26.4, 10))), 26.4, 1);
    EXPECT_NEAR(static_cast<double>(step_of(advances_of(36, 90))), 36, 1);
}

TEST(ClockStep, IsThatOfACoarseClock) {
    EXPECT_EQ(step_of(advances_of(1'000'000, 3000)), 1'000'000U);
}

TEST(ClockStep, IsATickWhereThereIsNone) {
    EXPECT_EQ(step_of(advances_of(1, 40)), 1U);
    EXPECT_EQ(step_of(advances_of(1, 2)), 1U);
    EXPECT_EQ(step_of(ClockAdvances{}), 1U);
}

// Two readings of the clock that are not quite simultaneous must not change its rate.
TEST(Clock, OfTheSystemTicksOnceANanosecond) {
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(Clock(ClockChoice::monotonic).ticks_per_second(), 1e9);
    }
}

} // namespace
