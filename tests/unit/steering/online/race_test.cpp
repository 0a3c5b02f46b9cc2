// Races of simulated assemblies, whose means are known.
#include "optimizer/race.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <utility>
#include <vector>

namespace proxima::online {
namespace {

using Random = std::mt19937_64;
// Seconds of a step.
using Cost = std::function<double(const Classes& classes, int step, Random& random)>;

struct Simulated {
    double seconds = 0;
    double seconds_of_start = 0;
    Classes best;
    int late_swaps = 0;     // after the first tenth
    int steps_of_loser = 0; // after the middle, with class 0
    std::uint64_t decisions = 0;
};

Simulated simulate(const std::vector<std::size_t>& classes, int steps, const Cost& cost,
                   unsigned seed) {
    Random random(seed);
    Random of_start(seed + 1000);
    Race race(classes);
    Simulated run;
    Classes last = race.current();
    for (int i = 0; i < steps; ++i) {
        const Classes now = race.current();
        run.late_swaps += now != last && i >= steps / 10 ? 1 : 0;
        run.steps_of_loser += i >= steps / 2 && now.front() == 0 ? 1 : 0;
        last = now;
        const double seconds = cost(now, i, random);
        run.seconds += seconds;
        run.seconds_of_start += cost(Classes(classes.size(), 0), i, of_start);
        race.add({seconds});
    }
    run.best = race.best();
    run.decisions = race.decisions();
    return run;
}

double noisy(double seconds, double deviation, Random& random) {
    return seconds * std::exp(deviation * std::normal_distribution<double>()(random));
}

bool happens(double probability, Random& random) {
    return std::uniform_real_distribution<double>()(random) < probability;
}

// Costs of the classes of one instance.
Cost fixed(const std::vector<double>& seconds, double deviation) {
    return [=](const Classes& classes, int, Random& random) {
        return noisy(seconds[classes.front()], deviation, random);
    };
}

// How many of `seeds` runs end with `best`.
int right(const std::vector<std::size_t>& classes, int steps, const Cost& cost, const Classes& best,
          unsigned seeds) {
    int count = 0;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        count += simulate(classes, steps, cost, seed).best == best ? 1 : 0;
    }
    return count;
}

TEST(Race, DecidesNothingWithoutAnAlternative) {
    const Cost load = [](const Classes&, int i, Random&) { return i < 500 ? 1.0 : 5.0; };
    Race race({1});
    Random random;
    for (int i = 0; i < 1000; ++i) {
        race.add({load({0}, i, random)});
    }
    EXPECT_EQ(race.decisions(), 0U);
    EXPECT_EQ(race.best(), Classes{0});
}

TEST(Race, CostsNoMoreThanItsShareWhereTheStartIsTheBest) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        const Simulated run = simulate({3}, 300, fixed({1.5, 2.7, 12.5}, 0.03), seed);
        EXPECT_EQ(run.best, Classes{0});
        EXPECT_LT(run.seconds, 1.055 * run.seconds_of_start);
    }
}

// Ranks learn a step later, and so of two steps at a time.
TEST(Race, FindsTheBestByPairsOfSteps) {
    Race race({2});
    Random random;
    for (int i = 0; i < 200; ++i) {
        race.add({noisy(race.current() == Classes{0} ? 2 : 1, 0.05, random), 2});
    }
    EXPECT_EQ(race.best(), Classes{1});
}

TEST(Race, FindsSmallDifferencesThatGrowthOfTheLoadHides) {
    const Cost cost = [](const Classes& classes, int i, Random& random) {
        return (1 + i / 500.0) * noisy(classes[0] == 0 ? 1.05 : 1, 0.02, random);
    };
    EXPECT_GE(right({2}, 500, cost, {1}, 50), 48);
}

TEST(Race, LeavesEqualsAlone) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Simulated run = simulate({2}, 3000, fixed({1, 1}, 0.05), seed);
        EXPECT_LE(run.late_swaps, 10);
        EXPECT_LT(run.seconds, 1.01 * run.seconds_of_start);
    }
}

// Each tenth step takes 25 times as long as the others: the mean is twice that of class 0.
TEST(Race, RareSlowStepsOfAWinnerBringBackWhatItReplaced) {
    const Cost cost = [](const Classes& classes, int i, Random&) {
        return classes[0] == 0 ? 100.0 : i % 10 == 9 ? 1500 : 60;
    };
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Simulated run = simulate({2}, 3000, cost, seed);
        EXPECT_EQ(run.best, Classes{0});
        EXPECT_LT(run.seconds, 1.05 * run.seconds_of_start);
    }
}

TEST(Race, ComparesMeansWhereTheStartHasRareSlowSteps) {
    const Cost cost = [](const Classes& classes, int i, Random&) {
        return classes[0] == 1 ? 100.0 : i % 10 == 9 ? 1500 : 60;
    };
    EXPECT_EQ(right({2}, 3000, cost, {1}, 20), 20);
}

// The watch of the winner counts slow steps as twice the mean only: its steps seem to be shorter.
TEST(Race, RareSlowStepsOfAWinnerAreNoDrift) {
    const Cost cost = [](const Classes& classes, int i, Random& random) {
        return noisy((classes[0] == 0 ? 2 : 1) * (i % 10 == 9 ? 25 : 1), 0.05, random);
    };
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Simulated run = simulate({2}, 3000, cost, seed);
        EXPECT_EQ(run.best, Classes{1});
        EXPECT_EQ(run.decisions, 0U);
    }
}

// The best has steps of equal length; turns of the other without a slow step are shorter.
TEST(Race, ATurnWithoutRareSlowStepsBeginsNoLongTrial) {
    const Cost cost = [](const Classes& classes, int i, Random& random) {
        constexpr double seconds[] = {3.4, 1.2, 3};
        const bool is_slow = classes[0] != 0 && i % 10 == 9;
        return noisy(seconds[classes[0]] * (is_slow ? 25 : 1), 0.05, random);
    };
    for (unsigned seed = 0; seed < 100; ++seed) {
        const Simulated run = simulate({3}, 10000, cost, seed);
        EXPECT_EQ(run.best, Classes{0});
        EXPECT_LE(run.late_swaps, 10);
    }
}

// On a busy machine, a step of 0.1 ms may wait 10 ms for a processor.
TEST(Race, DisturbedStepsMisleadItSeldom) {
    const auto disturbed = [](double start, double other) {
        return [=](const Classes& classes, int, Random& random) {
            return noisy(classes[0] == 0 ? start : other, 0.05, random) +
                   (happens(0.01, random) ? 50 : 0);
        };
    };
    EXPECT_EQ(right({2}, 3000, disturbed(1, 4), {0}, 20), 20);
    EXPECT_GE(right({2}, 3000, disturbed(2, 1), {1}, 20), 15);
}

TEST(Race, FindsTheBestOfLognormalCosts) {
    EXPECT_GE(right({3}, 3000, fixed({1.5, 1, 2}, 0.5), {1}, 20), 19);
}

// Steps that vary widely, rarely or in cycles, but with the class only by 20 %.
std::vector<Cost> uneven_costs() {
    const auto seconds = [](const Classes& classes) { return classes[0] == 0 ? 1.0 : 1.2; };
    return {[=](const Classes& classes, int i, Random& random) {
                return noisy(seconds(classes) * (i % 10 == 9 ? 25 : 1), 0.05, random);
            },
            [=](const Classes& classes, int, Random& random) {
                return seconds(classes) * (happens(0.2, random) ? 41 : 1);
            },
            [=](const Classes& classes, int, Random& random) {
                return noisy(seconds(classes), 1, random);
            },
            [=](const Classes& classes, int i, Random& random) {
                return noisy(seconds(classes) * (1 + 0.5 * std::sin(0.0628 * i)), 0.05, random);
            }};
}

TEST(Race, NeverLeavesTheBestForNoiseNorSwapsForEver) {
    for (const Cost& cost : uneven_costs()) {
        int late_swaps = 0;
        for (unsigned seed = 0; seed < 20; ++seed) {
            const Simulated run = simulate({2}, 5000, cost, seed);
            EXPECT_EQ(run.best, Classes{0});
            late_swaps += run.late_swaps;
        }
        EXPECT_LE(late_swaps, 20 * 10);
    }
}

// The application does more in each second or fourth step.
TEST(Race, PeriodicWorkFavoursNobody) {
    for (const int period : {2, 4}) {
        const Cost cost = [=](const Classes& classes, int i, Random& random) {
            constexpr double seconds[] = {6, 4, 5};
            return noisy(seconds[classes[0]] + (i % period == 0 ? 4 : 0), 0.05, random);
        };
        EXPECT_EQ(right({3}, 2800, cost, {1}, 20), 20);
    }
}

// The first step of the best in a trial is disturbed; the candidate is worse.
TEST(Race, OneDisturbedPairDecidesNothing) {
    Race race({2});
    bool was_trial = false;
    bool is_disturbed = false;
    for (int i = 0; i < 100; ++i) {
        const bool is_best = race.current() == Classes{0};
        const bool is_first = is_best && was_trial && !std::exchange(is_disturbed, true);
        was_trial = was_trial || !is_best;
        race.add({is_first ? 100 : is_best ? 1 : 1.2});
        ASSERT_EQ(race.best(), Classes{0}) << i;
    }
    EXPECT_TRUE(is_disturbed);
}

TEST(Race, LeavesABestOneThatBecomesFarWorseWithinAFewSteps) {
    const Cost cost = [](const Classes& classes, int i, Random& random) {
        return noisy(classes[0] == 1 ? 15 : i < 1000 ? 6 : 605, 0.1, random);
    };
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Simulated run = simulate({2}, 2000, cost, seed);
        EXPECT_EQ(run.best, Classes{1});
        EXPECT_LT(run.steps_of_loser, 40);
    }
}

TEST(Race, FollowsASlowRise) {
    const Cost cost = [](const Classes& classes, int i, Random& random) {
        return noisy(classes[0] == 0 ? 200 + i / 30.0 : 210, 0.02, random);
    };
    EXPECT_EQ(right({2}, 3000, cost, {1}, 20), 20);
}

TEST(Race, FindsThatAnotherHasBecomeBetterThoughTheBestStaysTheSame) {
    const int change = 3000;
    const Cost cost = [](const Classes& classes, int i, Random& random) {
        return noisy(classes[0] == 0 ? 1 : i < change ? 2 : 0.5, 0.05, random);
    };
    EXPECT_EQ(right({2}, change, cost, {0}, 20), 20);
    EXPECT_EQ(right({2}, 9 * change, cost, {1}, 20), 20);
}

// The sorters of the particles sample: class 1 is the fastest while it is calm, by far the slowest
// while it is stirred. Other processes delay a share of the steps by 500 us.
Cost sorters(double disturbed) {
    return [=](const Classes& classes, int i, Random& random) {
        constexpr double calm[] = {160, 65, 120};
        constexpr double stirred[] = {690, 5300, 780};
        const bool is_calm = i < 3000 || i >= 4000;
        return noisy((is_calm ? calm : stirred)[classes[0]], 0.05, random) +
               (happens(disturbed, random) ? 500 : 0);
    };
}

// The load shrinks right after a trial in some of the runs.
TEST(Race, ReturnsToWhatHasBecomeBetterAgain) {
    EXPECT_EQ(right({3}, 12000, sorters(0), {1}, 40), 40);
}

// Of 400 runs, 383 and 340 return; the bounds are three standard deviations below.
TEST(Race, ReturnsToWhatHasBecomeBetterAgainThoughOneStepInFiveIsDisturbed) {
    EXPECT_GE(right({3}, 12000, sorters(0.05), {1}, 40), 34);
    EXPECT_GE(right({3}, 12000, sorters(0.2), {1}, 40), 27);
}

// Disturbed steps lengthen the turns, which cost no more than trials may.
TEST(Race, NoiseMakesTrialsNoDearerWhereTheStartIsTheBest) {
    for (const double other : {1.0, 1.5}) {
        const Cost cost = [=](const Classes& classes, int, Random& random) {
            return noisy(classes[0] == 0 ? 1 : other, 0.05, random) +
                   (happens(0.2, random) ? 3 : 0);
        };
        double seconds = 0;
        double seconds_of_start = 0;
        for (unsigned seed = 0; seed < 40; ++seed) {
            const Simulated run = simulate({2}, 6000, cost, seed);
            seconds += run.seconds;
            seconds_of_start += run.seconds_of_start;
        }
        EXPECT_LT(seconds, 1.05 * seconds_of_start);
    }
}

TEST(Race, DoesNotTryWhatIsPredictedToBeWorse) {
    Race race({3});
    race.predict(0, 1, 0.5, false);
    race.predict(0, 2, 5, true);
    bool tried_slow = false;
    for (int i = 0; i < 40; ++i) {
        tried_slow = tried_slow || race.current() == Classes{2};
        race.add({race.current() == Classes{1} ? 1.0 : 2.2});
    }
    EXPECT_FALSE(tried_slow);
    EXPECT_EQ(race.standing(0, 2).fate, CandidateFate::predicted_worse);
    EXPECT_EQ(race.best(), Classes{1});
    EXPECT_NEAR(race.standing(0, 0).ratio, 2.2, 0.01);
}

// Producers R and C, solvers R and C: a solver is four times as slow on the other's layout.
Cost layouts(std::size_t producer, std::size_t solver) {
    return [=](const Classes& classes, int, Random& random) {
        const bool makes_rows = classes[0] == producer;
        const bool wants_rows = classes[1] == solver;
        const double solving = (wants_rows ? 0.5 : 1.2) * (makes_rows == wants_rows ? 1 : 4);
        return noisy((makes_rows ? 0.5 : 0.4) + solving, 0.03, random);
    };
}

TEST(Race, FindsTheBestPairFromEachStart) {
    for (std::size_t producer = 0; producer < 2; ++producer) {
        for (std::size_t solver = 0; solver < 2; ++solver) {
            EXPECT_EQ(right({2, 2}, 3000, layouts(producer, solver), {producer, solver}, 10), 10);
        }
    }
    const Simulated stable = simulate({2, 2}, 3000, layouts(0, 0), 1);
    EXPECT_LE(stable.late_swaps, 10);
    EXPECT_LT(stable.seconds, 1.02 * stable.seconds_of_start);
}

TEST(Race, LeavesAnUnfitStartForAnythingThatIsFit) {
    Race race({2});
    for (int i = 0; i < 100; ++i) {
        if (race.current() == Classes{0}) {
            race.reject();
        }
        race.add({race.current() == Classes{0} ? 1.0 : 1.5});
    }
    EXPECT_EQ(race.best(), Classes{1});
    EXPECT_EQ(race.standing(0, 0).fate, CandidateFate::unfit);
}

TEST(Race, ExcludesWhatFailed) {
    Race race({3});
    for (int i = 0; i < 200; ++i) {
        if (race.current() == Classes{1}) {
            race.exclude(0, CandidateFate::threw);
            EXPECT_EQ(race.current(), Classes{0});
        }
        race.add({race.current() == Classes{2} ? 0.5 : 1});
    }
    EXPECT_EQ(race.standing(0, 1).fate, CandidateFate::threw);
    EXPECT_EQ(race.best(), Classes{2});
}

// Class 1 wins, class 0 throws when it is looked at again, and then each tenth step of class 1
// takes 50 times as long.
TEST(Race, DoesNotGoBackToWhatFailed) {
    Race race({2});
    bool has_failed = false;
    for (int i = 0; i < 20'000; ++i) {
        if (race.best() == Classes{1} && race.current() == Classes{0} && !has_failed) {
            has_failed = true;
            race.exclude(0, CandidateFate::threw);
        }
        const bool is_slow = has_failed && i % 10 == 0;
        race.add({race.current() == Classes{0} ? 1 : is_slow ? 25 : 0.5});
    }
    EXPECT_TRUE(has_failed);
    EXPECT_EQ(race.best(), Classes{1});
    EXPECT_EQ(race.standing(0, 0).fate, CandidateFate::threw);
}

} // namespace
} // namespace proxima::online
