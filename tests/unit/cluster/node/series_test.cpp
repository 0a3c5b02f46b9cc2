// Compares counters between samples with known truth, also where samples are missing.
#include <proxima/node/global_view.hpp>
#include <proxima/node/series.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace proxima::node {
namespace {

TEST(Advance, FollowsCountersThatWrapAndTellsResets) {
    EXPECT_EQ(advance(5, 9), 4U);
    EXPECT_EQ(advance(0xffff'fff0, 0x10), 0x20U);       // 32 bits
    EXPECT_EQ(advance(1'000'000, 5), std::nullopt);     // reset
    EXPECT_EQ(advance(1'000'000, 999'990), 0U);         // iowait can go back
    EXPECT_EQ(advance(0x1'0000'0000, 0), std::nullopt); // not a 32-bit counter
}

TEST(Series, CountsAcrossAWrapAndNotAcrossAReset) {
    Series series;
    series.add(0, 0, 0xffff'ff00);
    series.add(1, 0, 0x100);
    series.add(2, 0, 0x300);
    series.add(3, 0, 0x10);
    series.add(4, 0, 0x30);
    series.finish();
    EXPECT_EQ(series.wraps(), 1U);
    EXPECT_EQ(series.resets(), 1U);
    EXPECT_DOUBLE_EQ(series.amount(0, 2)->value, 0x400);
    EXPECT_FALSE(series.amount(1, 4));
    EXPECT_FALSE(series.amount(2.5, 2.7));
    EXPECT_DOUBLE_EQ(series.amount(3, 4)->value, 0x20);
    EXPECT_DOUBLE_EQ(series.total(), 0x420);
}

TEST(Series, AClockThatMayBeWrongWidensTheInterval) {
    Series series;
    for (int i = 0; i <= 20; ++i) {
        series.add(i, 0.01, static_cast<std::uint64_t>(1000 * i));
    }
    series.finish();
    const auto amount = *series.amount(3.5, 8.5);
    EXPECT_NEAR(amount.high - amount.value, 2 * 0.01 * 1000, 1e-6);
}

// True usage at a moment; samples show only its integral.
using Usage = std::vector<double>;
constexpr int steps_a_second = 20;

Usage noise(std::mt19937_64& random, int seconds) {
    std::exponential_distribution<double> level(0.01);
    Usage usage;
    for (int i = 0; i < seconds * steps_a_second; ++i) {
        usage.push_back(level(random));
    }
    return usage;
}

Usage bursts(std::mt19937_64& random, int seconds) {
    Usage usage;
    bool is_on = false;
    while (usage.size() < static_cast<std::size_t>(seconds * steps_a_second)) {
        std::exponential_distribution<double> length(1.0 / (is_on ? 60 : 100));
        usage.insert(usage.end(), static_cast<std::size_t>(length(random)) + 1, is_on ? 200 : 1);
        is_on = !is_on;
    }
    return usage;
}

Usage waves(std::mt19937_64& random, int seconds) {
    std::normal_distribution<double> jitter(0, 5);
    Usage usage;
    for (int i = 0; i < seconds * steps_a_second; ++i) {
        usage.push_back(std::max(0.0, 100 + 80 * std::sin(i * 0.02) + jitter(random)));
    }
    return usage;
}

struct Coverage {
    double hits = 0, cells = 0, width = 0, error = 0;
    double share() const { return hits / cells; }
};

// Samples once a second, loses a share `loss` of the samples, and reads a grid between them.
template <class Make>
Coverage coverage(Make make, double loss) {
    constexpr int seconds = 2000;
    std::mt19937_64 random(7);
    std::bernoulli_distribution is_lost(loss);
    Coverage result;
    for (int round = 0; round < 5; ++round) {
        const auto usage = make(random, seconds);
        std::vector<double> sums{0};
        for (const double one : usage) {
            sums.push_back(sums.back() + one);
        }
        Series series;
        for (int i = 0; i < seconds; ++i) {
            if (!is_lost(random)) {
                series.add(
                    i, 0,
                    static_cast<std::uint64_t>(sums[static_cast<std::size_t>(i * steps_a_second)]));
            }
        }
        series.finish();
        for (int i = 10; i < seconds - 10; ++i) {
            const int from = i * steps_a_second + 7;
            const auto cell =
                series.amount(from / double{steps_a_second}, from / double{steps_a_second} + 1);
            if (!cell) {
                continue;
            }
            const auto at = static_cast<std::size_t>(from);
            const double truth = sums[at + steps_a_second] - sums[at];
            result.hits += truth >= cell->low - 1 && truth <= cell->high + 1 ? 1 : 0;
            result.width += cell->high - cell->low;
            result.error += std::fabs(truth - cell->value);
            result.cells += 1;
        }
    }
    return result;
}

TEST(Series, IntervalsHoldTheTruthAndWidenWithLoss) {
    const auto check = [](const char* name, auto make) {
        const auto whole = coverage(make, 0);
        const auto some = coverage(make, 0.1);
        const auto half = coverage(make, 0.5);
        for (const auto& one : {whole, some, half}) {
            EXPECT_GT(one.share(), 0.9) << name;
        }
        EXPECT_GT(some.width, 1.02 * whole.width) << name;
        EXPECT_LT(whole.width, 20 * whole.error) << name; // interval is useful
        return half.width / some.width;
    };
    check("noise", noise); // successive seconds are independent
    EXPECT_GT(check("bursts", bursts), 1.2);
    EXPECT_GT(check("waves", waves), 1.2);
}

TEST(Series, LevelsAreInterpolated) {
    Series series(MetricKind::level, 2);
    series.add(0, 0, 10);
    series.add(1, 0, 20);
    series.finish();
    EXPECT_DOUBLE_EQ(series.level(0.5)->value, 30);
    EXPECT_LE(series.level(0.5)->low, 20);
    EXPECT_GE(series.level(0.5)->high, 40);
    EXPECT_FALSE(series.level(1.1));
}

TEST(DiskAccesses, LargeOrMergedRequestsAreSequentialUnlessTheOrderIsKnown) {
    EXPECT_NEAR((DiskAccesses{1000, 0, 1000 * 131072.0}.jumps()), 0, 10);  // read ahead
    EXPECT_NEAR((DiskAccesses{1000, 0, 1000 * 4096.0}.jumps()), 1000, 10); // single blocks
    EXPECT_LT((DiskAccesses{100, 900, 1000 * 4096.0}.jumps()), 100);       // merged by the kernel
    EXPECT_NEAR((DiskAccesses{1000, 0, 1000 * 4096.0, 500, 400}.jumps()), 200, 1e-9); // traced
    EXPECT_EQ(DiskAccesses().jumps(), 0);
}

} // namespace
} // namespace proxima::node
