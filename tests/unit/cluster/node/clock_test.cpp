// Simulates clocks with known truth: errors of the model must lie within its bounds.
#include <proxima/node/clock.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace proxima::node {
namespace {

constexpr double second = 1e9;

// Simulates a clock that runs `drift` too fast, asked over a network with independent delays each
// way.
struct SimulatedClock {
    double offset = 5e12; // clock minus master at master time 0
    double drift = 0;
    double least_delay = 50e3;
    std::mt19937_64 random{1};

    double at(double master) const { return offset + master * (1 + drift); }

    ClockExchange ask(double master) {
        std::exponential_distribution<double> queue(1 / 200e3);
        const double there = master + least_delay + queue(random);
        const double answered = there + 20e3;
        const double back = answered + 3 * least_delay + queue(random); // asymmetric
        const auto whole = [](double ns) { return static_cast<std::uint64_t>(std::llround(ns)); };
        return {1, whole(master), whole(at(there)), whole(at(answered)), whole(back)};
    }
};

constexpr double rounding = 4; // rounding of doubles, ns

TEST(ClockModel, ErrsByLessThanItsBound) {
    for (const double drift : {0.0, 40e-6, -150e-6}) {
        SimulatedClock clock;
        clock.drift = drift;
        ClockModel model;
        for (int i = 0; i < 8; ++i) {
            model.add(clock.ask(second + 1e6 * i));
        }
        for (double at = 10 * second; at < 600 * second; at += 10 * second) {
            model.add(clock.ask(at));
        }
        EXPECT_EQ(model.steps(), 0U);
        EXPECT_LE(std::fabs(model.drift() - drift), model.drift_bound());
        EXPECT_LT(model.drift_bound(), 5e-6);
        for (double truth = 0; truth < 700 * second; truth += 0.37 * second) {
            const auto time = *model.at(clock.at(truth));
            EXPECT_LE(std::fabs(time.ns - truth), time.bound_ns + rounding) << truth;
            if (truth > 20 * second && truth < 590 * second) {
                EXPECT_LT(time.bound_ns, 400e3); // bound of the fastest exchange
            }
        }
    }
}

TEST(ClockModel, TakesAStepForOneAndKnowsBothSides) {
    SimulatedClock clock;
    ClockModel model;
    for (double at = second; at < 100 * second; at += 5 * second) {
        model.add(clock.ask(at));
    }
    const auto before = clock;
    clock.offset -= 3 * second; // backwards
    for (double at = 100 * second; at < 200 * second; at += 5 * second) {
        model.add(clock.ask(at));
    }
    EXPECT_EQ(model.steps(), 1U);
    const double delay = 300e3;
    for (const double truth : {20.0, 97.9, 150.0}) {
        const auto& shown = truth < 98 ? before : clock;
        const auto time = *model.at(shown.at(truth * second), truth * second + delay);
        EXPECT_LE(std::fabs(time.ns - truth * second), time.bound_ns + rounding) << truth;
    }
}

// Steps of any size, one after the other, with exchanges every ten seconds.
TEST(ClockModel, BoundsHoldThroughSteps) {
    for (const double size : {15 * second, -2 * second, 2e6, -2e6}) {
        SimulatedClock clock;
        ClockModel model;
        std::vector<SimulatedClock> eras;
        double at = second;
        for (const double step : {15 * second, size}) {
            eras.push_back(clock);
            for (const double end = at + 200 * second; at < end; at += 10 * second) {
                model.add(clock.ask(at));
            }
            clock.offset += step;
        }
        eras.push_back(clock);
        for (const double end = at + 200 * second; at < end; at += 10 * second) {
            model.add(clock.ask(at));
        }
        // The steps came right after the exchanges at 191 s and 391 s.
        for (double truth = 2 * second; truth < 590 * second; truth += 0.7 * second) {
            const auto& shown = eras[truth < 191.5 * second ? 0 : truth < 391.5 * second ? 1 : 2];
            const auto time = *model.at(shown.at(truth), truth + 300e3);
            EXPECT_LE(std::fabs(time.ns - truth), time.bound_ns + rounding)
                << size << " at " << truth / second;
        }
    }
}

// A clock, or another one of its machine, steps at 95 s; the next exchange comes at 101 s.
void check_told_step(double step, bool is_other_clock) {
    SimulatedClock clock;
    ClockModel model;
    for (double at = second; at < 100 * second; at += 10 * second) {
        model.add(clock.ask(at));
    }
    const auto before = clock;
    clock.offset += is_other_clock ? 0 : step;
    const double delay = 300e3;
    model.step(clock.at(95 * second), is_other_clock ? -step : step, 10e3, 95 * second + delay);
    for (const bool has_exchange : {false, true}) {
        if (has_exchange) {
            model.add(clock.ask(101 * second));
        }
        for (const double truth : {90.0, 94.0, 94.9, 95.5, 99.0, 100.5}) {
            const auto& shown = truth < 95 ? before : clock;
            const auto time = *model.at(shown.at(truth * second), truth * second + delay);
            EXPECT_LE(std::fabs(time.ns - truth * second), time.bound_ns + rounding)
                << step << " at " << truth;
            if (has_exchange || std::fabs(step) > second || std::fabs(step) < 5e6) {
                EXPECT_LT(time.bound_ns, 5e6) << step << " at " << truth;
            }
        }
    }
}

TEST(ClockModel, AStepThatIsToldNeedsNoExchange) {
    for (const double step : {1e6, -2e6, 0.5 * second, -0.5 * second, 30 * second, -30 * second}) {
        check_told_step(step, false);
    }
}

// As when somebody sets the time of day.
TEST(ClockModel, AStepOfTheOtherClockMovesNothing) {
    for (const double step : {2e6, 0.5 * second, -0.5 * second, 30 * second, -3600 * second}) {
        check_told_step(step, true);
    }
}

TEST(ClockModel, StaysSmallAndTrueForever) {
    SimulatedClock clock;
    clock.drift = 20e-6;
    ClockModel model(64);
    for (double at = 0; at < 40000 * second; at += 10 * second) {
        model.add(clock.ask(at));
    }
    EXPECT_EQ(model.exchanges(), 4000U);
    for (double truth = 0; truth < 40000 * second; truth += 777 * second) {
        const auto time = *model.at(clock.at(truth));
        EXPECT_LE(std::fabs(time.ns - truth), time.bound_ns + rounding);
        EXPECT_LT(time.bound_ns, truth > 39900 * second ? 1e6 : 50e6); // old exchanges are sparse
    }
}

TEST(ClockModel, IgnoresAnAnswerFromBeforeTheQuestion) {
    ClockModel model;
    model.add({1, 1000, 500, 400, 2000}); // answered before it was received
    model.add({1, 2000, 500, 600, 1000}); // heard before it was asked
    EXPECT_EQ(model.exchanges(), 0U);
}

} // namespace
} // namespace proxima::node
