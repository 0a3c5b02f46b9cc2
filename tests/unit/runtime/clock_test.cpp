#include "clock/clock.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace {

using proxima::detail::Clock;
using proxima::detail::ClockChoice;
using proxima::detail::ClockPair;

TEST(Clock, MonotonicTicksAreNanoseconds) {
    const Clock clock(ClockChoice::monotonic);
    EXPECT_FALSE(clock.is_counter());
    EXPECT_STREQ(clock.name(), "monotonic");
    EXPECT_NEAR(clock.ticks_per_second(), 1e9, 1e6);
}

TEST(Clock, SaysWhyItWasChosen) {
    EXPECT_FALSE(Clock(ClockChoice::automatic).reason().empty());
    EXPECT_EQ(Clock(ClockChoice::monotonic).reason(), "asked for");
}

TEST(Clock, CalibrationAgreesWithTheSystemsClockWithinItsErrorBound) {
    Clock clock(ClockChoice::automatic);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const ClockPair middle = clock.pair();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const ClockPair end = clock.pair();
    clock.calibrate(middle, end);
    const double seconds =
        static_cast<double>(middle.ticks - clock.start().ticks) / clock.ticks_per_second();
    const double expected = static_cast<double>(middle.monotonic - clock.start().monotonic) * 1e-9;
    EXPECT_NEAR(seconds, expected, 0.04 * 1e-6 * clock.error_ppm() + 1e-9);
    EXPECT_GT(clock.resolution(), 0);
}

TEST(Clock, NeverRunsBackwards) {
    const Clock clock(ClockChoice::automatic);
    std::uint64_t last = clock.now();
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t now = clock.now();
        ASSERT_GE(now, last);
        last = now;
    }
}

} // namespace
