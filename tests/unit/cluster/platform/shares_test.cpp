// Recovers known shares from synthetic intervals in which several components are active.
#include <proxima/platform/shares.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace proxima::platform {
namespace {

// Simulates intervals of 0.1 s. Components alternate after exponentially distributed times.
class Turns {
public:
    Turns(std::vector<double> truth, double mean_turn, std::size_t intervals, unsigned seed)
        : truth_(std::move(truth)), random_(seed) {
        made.components = truth_.size();
        std::exponential_distribution<double> turn(1 / mean_turn);
        std::size_t who = 0;
        double left = turn(random_);
        for (std::size_t i = 0; i < intervals; ++i) {
            std::vector<double> row(truth_.size());
            for (double room = length; room > 0;) {
                const double now = std::min(room, left);
                row[who] += now;
                room -= now;
                left -= now;
                if (left <= 0) {
                    who = (who + 1) % truth_.size();
                    left = turn(random_);
                }
            }
            made.seconds.insert(made.seconds.end(), row.begin(), row.end());
        }
    }

    // `noise` is relative to an interval, `uneven` relative to the use.
    std::vector<Used> used(double noise, double uneven = 0) {
        std::normal_distribution<double> normal;
        std::vector<Used> all;
        for (std::size_t i = 0; i < made.intervals(); ++i) {
            double sum = 0;
            for (std::size_t k = 0; k < truth_.size(); ++k) {
                sum += made.seconds[i * truth_.size() + k] * truth_[k];
            }
            sum += normal(random_) * (noise * length + uneven * sum);
            all.push_back({std::max(sum, 0.0), 0});
        }
        return all;
    }

    static constexpr double length = 0.1;
    Activity made;

private:
    std::vector<double> truth_;
    std::mt19937 random_;
};

double half_width(const Estimate& estimate) {
    return (estimate.interval->max - estimate.interval->min) / 2;
}

TEST(Shares, AreExactWithoutNoise) {
    const std::vector<double> truth{1, 0, 0.25, 3};
    Turns turns(truth, 0.03, 200, 1); // turns are shorter than intervals
    const auto shares = shares_of_time(turns.made, turns.used(0));
    for (std::size_t i = 0; i < truth.size(); ++i) {
        EXPECT_NEAR(shares[i].value, truth[i], 1e-6);
        EXPECT_LT(half_width(shares[i]), 1e-3);
    }
}

TEST(Shares, IntervalsHoldTheTruth) {
    const std::vector<double> truth{0.9, 0.05, 0.4, 0};
    for (const auto& [noise, uneven] : {std::pair{0.1, 0.0}, std::pair{0.01, 0.5}}) {
        int inside = 0;
        int all = 0;
        for (unsigned seed = 0; seed < 100; ++seed) {
            Turns turns(truth, 0.05, 150, seed);
            const auto shares = shares_of_time(turns.made, turns.used(noise, uneven));
            for (std::size_t i = 0; i < truth.size(); ++i) {
                inside += shares[i].interval->contains(truth[i]) ? 1 : 0;
                ++all;
            }
        }
        EXPECT_GT(inside, 0.92 * all) << noise << ' ' << uneven;
    }
}

TEST(Shares, AreProportionalAndUncertainForOneMixture) {
    Activity activity{2, {}};
    std::vector<Used> used;
    for (int i = 0; i < 100; ++i) { // 0.06 and 0.04 each time
        activity.seconds.insert(activity.seconds.end(), {0.06, 0.04});
        used.push_back({i % 2 == 0 ? 0.05 : 0.07, 0});
    }
    const auto shares = shares_of_time(activity, used);
    EXPECT_NEAR(shares[0].value, 0.6, 0.01);
    EXPECT_NEAR(shares[1].value, 0.6, 0.01);
    EXPECT_GT(half_width(shares[0]), 0.4) << "nothing tells them apart";
}

TEST(Shares, AreUnknownAndFiniteForAlmostNothing) {
    EXPECT_TRUE(shares_of_time({}, {}).empty());
    const auto none = shares_of_time({3, std::vector<double>(30)}, std::vector<Used>(10));
    const auto one = shares_of_time({2, {0.05, 0.05}}, {{0.1, 0.01}});
    for (const auto& estimate : {none[0], one[0], one[1]}) {
        EXPECT_TRUE(std::isfinite(estimate.value));
        EXPECT_TRUE(std::isfinite(estimate.interval->max));
    }
    EXPECT_NEAR(one[0].value, 1, 0.1);
}

} // namespace
} // namespace proxima::platform
