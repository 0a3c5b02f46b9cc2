#include <proxima/online/race.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace proxima::online {
namespace {

using Cost = std::function<double(std::size_t candidate, int step)>;

// A run whose load doubles, and which spends a third of its time in other components.
struct Simulated {
    double seconds = 0;
    double seconds_of_best = 0;
    double seconds_of_start = 0;
    double explored = 0;
    std::size_t best = 0;
};

Simulated simulate(std::size_t candidates, std::size_t start, int steps, double deviation,
                   const Cost& cost, unsigned seed) {
    std::mt19937_64 generator(seed);
    std::normal_distribution<double> normal;
    Race race(candidates, start);
    Simulated run;
    for (int i = 0; i < steps; ++i) {
        const double load =
            (1 + static_cast<double>(i) / steps) * std::exp(deviation * normal(generator));
        double least = cost(0, i);
        for (std::size_t j = 1; j < candidates; ++j) {
            least = std::min(least, cost(j, i));
        }
        const double own = cost(race.current(), i);
        run.seconds += load * (own + 0.5);
        run.seconds_of_best += load * (least + 0.5);
        run.seconds_of_start += load * (cost(start, i) + 0.5);
        race.add({own * load, (own + 0.5) * load});
    }
    run.explored = race.explored_seconds();
    run.best = race.best();
    return run;
}

Cost fixed(const std::vector<double>& costs) {
    return [=](std::size_t candidate, int) { return costs[candidate]; };
}

TEST(Race, DecidesNothingWithoutAnAlternative) {
    Race race(1, 0);
    for (int i = 0; i < 1000; ++i) {
        race.add({1, 1.5});
    }
    EXPECT_EQ(race.decisions(), 0U);
    EXPECT_EQ(race.best(), 0U);
}

TEST(Race, CostsNoMoreThanItsShareWhereTheStartIsTheBest) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        const Simulated run = simulate(3, 2, 300, 0.03, fixed({12, 2.2, 1}), seed);
        EXPECT_EQ(run.best, 2U);
        EXPECT_LT(run.seconds, 1.05 * run.seconds_of_start);
        EXPECT_LT(run.explored, 0.05 * run.seconds);
    }
}

TEST(Race, CountsTheCostOfTrialsBesideMeasurementsOfManySteps) {
    Race race(2, 0);
    double extra = 0;
    for (int i = 0; i < 3000; ++i) {
        const double length = race.is_settled() ? 4 : 1;
        const double cost = race.is_trial() ? 1.5 : 1;
        extra += cost - 1;
        race.add({cost, (cost + 0.5) * length, length});
    }
    EXPECT_GT(extra, 0);
    EXPECT_NEAR(race.explored_seconds(), extra, 0.01 * extra);
    EXPECT_EQ(race.best(), 0U);
}

TEST(Race, FindsSmallDifferencesThatGrowthOfTheLoadHides) {
    int right = 0;
    for (unsigned seed = 0; seed < 50; ++seed) {
        right += simulate(2, 0, 500, 0.02, fixed({1.05, 1}), seed).best == 1 ? 1 : 0;
    }
    EXPECT_GE(right, 48);
}

// On a busy machine, a step of 0.1 ms may wait 10 ms for a processor.
TEST(Race, OneDisturbedStepReplacesNoBestOne) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937_64 generator(seed);
        std::uniform_real_distribution<double> even;
        RaceRules often;
        often.exploration = 0.5;
        Race race(2, 1, often);
        for (int i = 0; i < 3000; ++i) {
            const double usual = race.current() == 0 ? 4 : 1;
            const double cost = even(generator) < 0.01 ? 100 : usual;
            race.add({cost, cost + 0.5});
            ASSERT_EQ(race.best(), 1U) << "seed " << seed << ", step " << i;
        }
    }
}

TEST(Race, DoesNotTryWhatIsPredictedToBeWorse) {
    Race race(3, 2);
    race.predict(0, {9, 15});
    race.predict(1, {0.8, 1.2});
    race.predict(2, {1.1, 3});
    bool tried_slow = false;
    for (int i = 0; i < 20; ++i) {
        tried_slow = tried_slow || race.current() == 0;
        const double cost = race.current() == 1 ? 1.0 : 2.2;
        race.add({cost, cost});
    }
    EXPECT_FALSE(tried_slow);
    EXPECT_EQ(race.standing(0).fate, CandidateFate::predicted_worse);
    EXPECT_EQ(race.best(), 1U);
    EXPECT_NEAR(race.standing(2).ratio, 2.2, 0.01);
}

TEST(Race, LeavesABestOneThatBecomesFarWorseWithinAFewSteps) {
    const int change = 1000;
    for (unsigned seed = 0; seed < 20; ++seed) {
        int steps_of_the_worse = 0;
        const auto cost = [&](std::size_t candidate, int step) {
            return candidate == 1 ? 10.0 : step < change ? 1.0 : 600.0;
        };
        std::mt19937_64 generator(seed);
        std::normal_distribution<double> normal;
        Race race(2, 0);
        for (int i = 0; i < 2 * change; ++i) {
            steps_of_the_worse += i >= change && race.current() == 0 ? 1 : 0;
            const double own = cost(race.current(), i) * std::exp(0.1 * normal(generator));
            race.add({own, own + 5});
        }
        EXPECT_EQ(race.best(), 1U);
        EXPECT_LT(steps_of_the_worse, 20);
    }
}

TEST(Race, FindsThatAnotherHasBecomeBetterThoughTheBestStaysTheSame) {
    const int change = 20000;
    const Cost cost = [](std::size_t candidate, int step) {
        return candidate == 0 ? 1.0 : step < change ? 2.0 : 0.5;
    };
    for (unsigned seed = 0; seed < 20; ++seed) {
        EXPECT_EQ(simulate(2, 0, change, 0.05, cost, seed).best, 0U);
        EXPECT_EQ(simulate(2, 0, change + 3000, 0.05, cost, seed).best, 1U);
    }
}

TEST(Race, LeavesABestOneThatBecomesWorseSoonAfterOthersWereLookedAt) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937_64 generator(seed);
        std::normal_distribution<double> normal;
        Race race(2, 0);
        int change = 100'000;
        int steps_of_the_worse = 0;
        for (int i = 0; i < change + 1000; ++i) {
            steps_of_the_worse += i >= change && race.current() == 0 ? 1 : 0;
            const double cost = race.current() == 1 ? 3 : i < change ? 1 : 30;
            const std::uint64_t decisions = race.decisions();
            const double own = cost * std::exp(0.1 * normal(generator));
            race.add({own, own + 5});
            if (i > 500 && race.decisions() != decisions) {
                change = std::min(change, i + 8);
            }
        }
        EXPECT_LT(change, 100'000);
        EXPECT_EQ(race.best(), 1U);
        EXPECT_LT(steps_of_the_worse, 30);
    }
}

TEST(Race, TriesWhatStaysWorseNowAndThenForAFewStepsOnly) {
    const int settled = 1000;
    const int steps = 16 * settled;
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937_64 generator(seed);
        std::normal_distribution<double> normal;
        Race race(2, 0);
        int steps_on_trial = 0;
        std::uint64_t decisions = 0;
        for (int i = 0; i < steps; ++i) {
            decisions = i == settled ? race.decisions() : decisions;
            steps_on_trial += i >= settled && race.is_trial() ? 1 : 0;
            const double own = (race.is_trial() ? 5.0 : 4.0) * std::exp(0.1 * normal(generator));
            race.add({own, own + 5});
        }
        EXPECT_GT(race.decisions(), decisions);
        EXPECT_LE(steps_on_trial, 3 * (race.decisions() - decisions));
        EXPECT_EQ(race.standing(1).fate, CandidateFate::worse);
    }
}

} // namespace
} // namespace proxima::online
