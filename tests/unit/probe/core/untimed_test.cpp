// Estimates for invocations that are counted without reading the clock.
#include "tree/bins.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace proxima::detail;

// Feeds a bin a million invocations, as the runtime does in batches: the sample is taken at random.
// Returns the bin, with the first thousand timed.
template <class Duration>
Bin thinned_bin(Duration duration) {
    std::pmr::monotonic_buffer_resource memory;
    Bins bins({SamplingKind::aggregate, 0}, 1, memory);
    proxima::format::UntimedEntry entry{};
    Bin& bin = bins.add(0);
    bin.untimed.entry = &entry;
    for (std::uint64_t i = 0; i < 1'000'000; ++i) {
        bin.untimed.on = i >= 1000;
        if (bins.passes(bin.untimed)) {
            bin.untimed.count();
            continue;
        }
        bin.statistics.add(duration(i), 0);
        bin.untimed.sample.add(duration(i), 0);
        if (bin.untimed.sample.calls == 4096 || i == 1000) {
            bin.include_untimed(bin.untimed.sample);
            bin.untimed.sample = {};
        }
    }
    bin.include_untimed(bin.untimed.sample);
    return bin;
}

template <class Duration>
void expect_that_the_interval_holds(Duration duration) {
    const Bin bin = thinned_bin(duration);
    double truth = 0;
    for (std::uint64_t i = 0; i < 1'000'000; ++i) {
        truth += static_cast<double>(duration(i));
    }
    EXPECT_EQ(bin.statistics.calls, 1'000'000U);
    EXPECT_GT(bin.untimed.included, 950'000U);
    const double error = std::sqrt(bin.variance_of_sum());
    EXPECT_NEAR(static_cast<double>(bin.statistics.sum), truth, 3 * error);
    EXPECT_LT(error, 0.01 * truth);
}

// Every 2nd, 10th or 32nd invocation differs, as sweeps, stages and levels do.
TEST(Untimed, EstimatesHoldForAnyPatternOfCalls) {
    for (const std::uint64_t period : {2U, 10U, 32U, 64U}) {
        SCOPED_TRACE(period);
        expect_that_the_interval_holds(
            [=](std::uint64_t i) { return i % period == 0 ? 700U : 100U; });
    }
}

TEST(Untimed, EstimatesFollowCallsThatBecomeSlower) {
    expect_that_the_interval_holds([](std::uint64_t i) { return i < 100'000 ? 100U : 200U; });
}

TEST(Untimed, EqualDurationsAreExact) {
    const Bin bin = thinned_bin([](std::uint64_t) { return 77U; });
    EXPECT_EQ(bin.statistics.sum, 77'000'000U);
    EXPECT_EQ(bin.statistics.deviation(), 0);
}

TEST(Untimed, OnlyShortCallsWithAKnownMeanGoUntimed) {
    const auto bin_with = [](std::uint64_t usual, std::uint64_t rare) {
        Bin bin;
        for (int i = 0; i < 4096; ++i) {
            bin.untimed.known.add(i == 1000 ? rare : usual, 0);
        }
        return bin;
    };
    EXPECT_TRUE(bin_with(100, 110).is_known(1000));
    EXPECT_FALSE(bin_with(1001, 1001).is_known(1000));
    EXPECT_FALSE(bin_with(100, 100'000).is_known(1000)); // one in 4096 takes a fifth of the time
    EXPECT_FALSE(Bin().is_known(1000));
}

} // namespace
